"""One match in the terminal: whose turn it is, what is typed, what comes of it."""

from __future__ import annotations

from pathlib import Path

from bingo import rulebook
from bingo.game import Claim, Close, Draw, IllegalMove, Move, Seat, View
from bingo.i18n import LANGUAGES, Language
from bingo.players import USE_ENGINE
from bingo.table import NothingToUndo, Table
from bingo.terminal.answers import ANSWERS, Asked
from bingo.terminal.ask import Lines
from bingo.terminal.company import Company
from bingo.terminal.engine import make_ready
from bingo.terminal.keeper import Keeper
from bingo.terminal.showing import Showing
from bingo.terminal.tell import in_hand, pair, sentence
from bingo.terminal.words import (
    MOVES,
    Typed,
    is_no,
    is_yes,
    move_meant,
    move_text,
    taught,
    understand,
)


class Left(Exception):
    """The player leaves; the match is kept."""


class Session:
    """A match between a person and the computer, or between two people at one screen."""

    def __init__(
        self, lines: Lines, language: Language, table: Table, company: Company, keeper: Keeper
    ) -> None:
        self.lines = lines
        self.table = table
        self.company = company
        self._keeper = keeper
        self._computer = company.computer
        self._engine_ready = False
        self._showing = Showing(lines, language, table, company)

    @property
    def language(self) -> Language:
        """The language that is spoken now."""
        return self._showing.language

    def play(self) -> bool:
        """Play the match to its end; whether another one is wanted. Raises Left."""
        self.keep()
        if self.company.opponent in USE_ENGINE:
            self._make_engine_ready()
        while True:
            if self.table.is_over:
                again = self._match_over()
                if again is not None:
                    return again
            elif (seat := self.table.to_move) is None:
                self._deal_over()
            elif seat == self.company.computers_seat:
                self._computer_moves(seat)
            else:
                self._turn(seat)

    def keep(self) -> bool:
        """Keep the match as it stands; whether it lies in the saves."""
        return self._keeper.keep(self.table.record, self.language)

    # --- turns ------------------------------------------------------------------------------------

    def _computer_moves(self, seat: Seat) -> None:
        assert self._computer is not None
        self._put(seat, self._computer.choose(self.table.view(seat), self.table.match))

    def _turn(self, seat: Seat) -> None:
        """Ask the player until the table has changed."""
        showing = self._showing
        if showing.facing != seat:
            self._hand_over(seat)
        showing.turn(seat)
        while self._answered(seat):
            pass

    def _hand_over(self, seat: Seat) -> None:
        """Put the screen into the other player's hands: only Enter alone shows the tiles."""
        self.lines.hand_over()
        while (line := self._showing.call(seat)).strip():
            typed = understand(line)
            if typed and typed.command == "quit":
                raise Left
            if typed and typed.command in ("help", "rules"):
                self._tell(seat, typed)
            else:
                self._showing.say("terminal.hand_over_only")
        self._showing.facing = seat

    def _answered(self, seat: Seat) -> bool:
        """Ask once; whether the player is still to move at the same table."""
        view = self.table.view(seat)
        line = self.lines.ask(self._showing.prompt(view))
        typed = understand(line)
        if not line.strip():
            if Draw() in view.legal_moves():
                self._put(seat, Draw())
                return False
            self._showing.turn(seat)
            return True
        if typed is None:
            self._showing.say("terminal.unknown")
            return True
        if typed.command in ("play", *MOVES):
            return not self._played(view, typed)
        return not self._obeyed(seat, typed)

    def _played(self, view: View, typed: Typed) -> bool:
        """Play the move that is meant, or say why not."""
        legal = view.legal_moves()
        move = move_meant(typed, in_hand(view), legal)
        if move is None:
            self._showing.say("terminal.no_place", n=len(view.hand))
            return False
        if move in legal and not self._confirmed(view, move):
            self._showing.say("terminal.not_done")
            return False
        try:
            self._put(view.seat, move)
        except IllegalMove as refused:
            why = rulebook.why(refused.clause, self.language.code)
            self._showing.say("terminal.refused", clause=refused.clause, why=why)
            self.lines.tell(*self._showing.fitting(view))
            return False
        return True

    def _put(self, seat: Seat, move: Move) -> None:
        self.table.play(seat, move)
        self.keep()

    def _confirmed(self, view: View, move: Move) -> bool:
        """Ask once more before what costs dear."""
        if isinstance(move, Close):
            return self._yes("terminal.ask.close", enter=True)
        mine = view.points[view.seat]
        if isinstance(move, Claim) and (mine is None or mine < 70):
            return self._yes("terminal.ask.claim", enter=mine is None)
        return True

    def _yes(self, question: str, *, enter: bool) -> bool:
        """Ask until the answer is yes or no; `enter` is what Enter alone means."""
        self._showing.say(question)  # catalogue: terminal.ask.*
        likely = self.language.say("terminal.ask.yes" if enter else "terminal.ask.no")
        while True:
            line = self.lines.ask(likely)
            if not line.strip():
                return enter
            if is_yes(line) or is_no(line):
                return is_yes(line)

    # --- commands ---------------------------------------------------------------------------------

    def _obeyed(self, seat: Seat, typed: Typed) -> bool:
        """Do what a command says; whether the table is another one now."""
        match typed.command:
            case "quit":
                raise Left
            case "undo":
                return self._undone()
            case "resign":
                return self._resigned(seat)
            case "language":
                after = LANGUAGES.index(self.language.code) + 1
                self._showing.language = Language.named(LANGUAGES[after % len(LANGUAGES)])
                self._showing.turn(seat)
            case "table":
                self._showing.turn(seat)
            case _:
                self._tell(seat, typed)
        return False

    def _tell(self, seat: Seat, typed: Typed, finished: Path | None = None) -> None:
        """Answer a question that changes nothing; `finished` is the file of a match over."""
        saves = self._keeper.saves
        view = self.table.view(seat)
        if typed.command == "hint" and len(view.legal_moves()) > 1:
            self._make_engine_ready()
        asked = Asked(
            self.language,
            self._showing.names,
            self.table,
            view,
            saves.current if saves and not self.table.is_over and self.keep() else finished,
        )
        self.lines.tell(*asked.answer(typed.command, typed.rest))

    def _make_engine_ready(self) -> None:
        if not self._engine_ready:
            make_ready(self.lines, self.language)
            self._engine_ready = True

    def _undone(self) -> bool:
        """Take the player's last move back, and all that came after it."""
        if self.company.hot_seat:
            self._showing.say("terminal.no_undo_hot_seat")
            return False
        if self.table.record.resigned is not None:
            self._showing.say("terminal.no_undo_resigned")
            return False
        try:
            move = self.table.undo(self.company.human)
        except NothingToUndo:
            self._showing.say("terminal.nothing_to_undo")
            return False
        self.keep()
        self._showing.look()
        self._showing.say("terminal.undone", move=move_text(move, self.language))
        return True

    def _resigned(self, seat: Seat) -> bool:
        if not self._yes("terminal.ask.resign", enter=False):
            self._showing.say("terminal.not_done")
            return False
        self.table.resign(seat)
        self.keep()
        return True

    # --- between deals, between matches -----------------------------------------------------------

    def _deal_over(self) -> None:
        """Tell the count, and deal again when the player wants it."""
        self._showing.count()
        while True:
            line = self.lines.ask(self.language.say("terminal.ask.next_deal"))
            typed = understand(line)
            if not line.strip():
                break
            if typed is None or typed.command in ("play", *MOVES):
                commands = ["last", "score", "record", *self._undo_where_it_works(), "quit"]
                self._showing.say("terminal.between_deals", words=self._taught(commands))
            elif typed.command == "resign" and self.company.hot_seat:
                self._showing.say("terminal.resign_in_turn")
            elif self._obeyed(self._showing.viewer, typed):
                return
        self.table.dice = self.company.dice(self.table.deal_number + 1)
        self.table.next_deal()
        self.keep()
        self._showing.begin_deal()

    def _match_over(self) -> bool | None:
        """Tell how it ended; whether another match is wanted, None if the last move is undone."""
        showing, language = self._showing, self.language
        winner, resigned = self.table.winner, self.table.record.resigned
        assert winner is not None
        if resigned is None:
            showing.count()
        else:
            self.lines.tell(sentence(language, showing.names, resigned, "terminal.resigned"))
        score = pair(language, showing.names, showing.big_points())
        over = sentence(language, showing.names, winner, "terminal.match_over", score=score)
        self.lines.tell("", over)
        path = self._keeper.finish(self.table.record, language)
        if path is not None:
            showing.say("terminal.finished_at", path=path)
        while True:
            line = self.lines.ask(self.language.say("terminal.ask.again"))
            typed = understand(line)
            if not line.strip() or is_yes(line):
                return True
            if is_no(line) or (typed and typed.command == "quit"):
                return False
            if typed and typed.command in ANSWERS:
                self._tell(showing.viewer, typed, path)
            elif typed and typed.command == "undo":
                if self._undone():
                    return None
            else:
                commands = [*self._undo_where_it_works(), "last", "record"]
                showing.say("terminal.unknown_at_end", words=self._taught(commands))

    def _undo_where_it_works(self) -> list[str]:
        """The command, where a move can be taken back."""
        works = not self.company.hot_seat and self.table.record.resigned is None
        return ["undo"] if works else []

    def _taught(self, commands: list[str]) -> str:
        return ", ".join(taught(command, self.language) for command in commands)
