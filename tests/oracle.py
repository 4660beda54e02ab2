"""A deliberately naive referee for Bingo: a second opinion for tests.

Written from the rules alone, clause by clause; it knows nothing of the package under test. Tiles
are strings with the larger digit first ("6-4"), seats are 0 and 1, moves are the strings that
Oracle.legal() lists.
"""

TILES = [f"{a}-{b}" for a in range(7) for b in range(a + 1)]
BINGO = "0-0"
ANNOUNCED_POINTS = {2: 20, 3: 40, 4: 50, 5: 60}  # 5.2

# Every option of the rules with the values it names, the default (ruleset `russian`) first.
OPTIONS = {
    "first_leader": ["lot", "lowest_hand"],  # 1.3
    "trump_in_plain_suit": [False, True],  # 2.3
    "plain_rank": ["pip_sum", "suit_led", "either_half"],  # 3.3
    "discard_can_win": [False, True],  # 3.5
    "bingo_suit": ["trump", "blank", "free"],  # 3.6
    "last_draw": ["loser", "winner"],  # 4.2
    "bingo_bonus": ["either_order", "bingo_second"],  # 4.4
    "emperor": ["big_point", "points_70"],  # 5.3
    "invincible": ["play_on", "ends_deal"],  # 5.3
    "announce_credit": ["this_trick", "any_trick"],  # 5.4
    "reannounce": ["yes", "remaining", "no"],  # 5.5
    "announce_form": ["number", "show"],  # 5.6
    "bingo_in_announce": [0, 10],  # 5.7
    "follow_lower": ["second", "off", "free"],  # 6.4
    "must_trump": ["may", "must"],  # 6.5
    "must_beat": [False, True],  # 6.6
    "close_before_draw": [False, True],  # 7.1
    "close_needs_trick": [False, True],  # 7.1
    "close_min_stock": [2, 4],  # 7.1
    "trump_exchange": [False, True],  # 7.4
    "deal_end": ["at_70", "play_out_each", "play_out_first", "claim"],  # 8.1
    "low_threshold": [20, 30],  # 8.2
    "close_level_at": ["end", "closing"],  # 8.3
    "failed_close_3": ["opponent_at_closing", "closer_at_closing", "closer_in_deal"],  # 8.4
    "failed_close_opp70": ["add", "none", "replace"],  # 8.5
    "neither": ["nobody", "higher_wins_1"],  # 8.6
    "last_trick_bonus": [0, 10],  # 8.7
    "target": [7, 8],  # 9.1, or any number from 1
    "next_leader": ["alternate", "winner", "loser", "lot"],  # 9.3
    "totals_visible": [True, False],  # 9.5
}
DEFAULTS = {name: values[0] for name, values in OPTIONS.items()}


# ---------------------------------------------------------------- 2: what a tile is


def halves(tile):
    """The two digits as printed."""
    return int(tile[0]), int(tile[2])


def worth(half):
    """2.1: a blank half counts 7."""
    return 7 if half == 0 else half


def pips(tile):
    """2.1: the sum of the halves, blank = 7."""
    a, b = halves(tile)
    return worth(a) + worth(b)


def higher_half(tile):
    """1.5, 2.1: blank is the highest half."""
    a, b = halves(tile)
    return a if worth(a) >= worth(b) else b


def lower_half(tile):
    """The other half; of a double, the same."""
    a, b = halves(tile)
    return b if worth(a) >= worth(b) else a


def bears(tile, half):
    """Has the half on it."""
    return half in halves(tile)


def is_double(tile):
    """0-0 is a double too."""
    return tile[0] == tile[2]


def is_trump(tile, trump):
    """2.2, 2.3: a half of the trump suit, or bingo."""
    return tile == BINGO or bears(tile, trump)


def trump_double(trump):
    """2.4: the double of the trump suit; with blanks trump that is bingo."""
    return f"{trump}-{trump}"


def tile_points(tile, trump):
    """2.5: what the tile is worth to the taker of the trick."""
    if tile == trump_double(trump):
        return 28
    if tile == BINGO:
        return 14
    if is_trump(tile, trump) or is_double(tile):
        return pips(tile)
    if tile in ("6-4", "3-0"):
        return 10
    return 0


def lowest_trump(trump):
    """7.4: the lowest tile of the trump suit by 3.2, where the trump double is on top."""
    suit = [tile for tile in TILES if bears(tile, trump) and not is_double(tile)]
    return min(suit, key=pips)


# ---------------------------------------------------------------- 3: who takes a trick


def outranks_in_suit(answer, led, suit):
    """3.3 suit_led: both bear the suit; the double is on top, then the larger sum."""
    if is_double(led):
        return False
    if is_double(answer):
        return True
    return pips(answer) > pips(led)


def answer_takes(led, answer, trump, strict, options):
    """3: True when the answer takes the trick, False when the led tile does."""
    if led == BINGO:  # 3.1
        return False
    if answer == BINGO:  # 3.1
        return True
    if is_trump(led, trump) and not is_trump(answer, trump):  # 3.2
        return False
    if is_trump(answer, trump) and not is_trump(led, trump):  # 3.2
        return True
    if is_trump(led, trump) and is_trump(answer, trump):  # 3.2
        if led == trump_double(trump):
            return False
        if answer == trump_double(trump):
            return True
        return pips(answer) > pips(led)
    # Two plain tiles from here on.
    if options["plain_rank"] == "pip_sum":
        matches = bears(answer, higher_half(led)) or bears(answer, lower_half(led))
        if strict and not matches and not options["discard_can_win"]:  # 3.5
            return False
        return pips(answer) > pips(led)  # 3.3, 3.4
    if bears(answer, higher_half(led)):  # 3.3 suit_led, and either_half too
        return outranks_in_suit(answer, led, higher_half(led))
    if (
        options["plain_rank"] == "either_half" and strict and bears(answer, lower_half(led))
    ):  # 3.3 either_half
        return outranks_in_suit(answer, led, lower_half(led))
    return False


# ---------------------------------------------------------------- 6: strict play


def plain_follow(hand, half, trump, options):
    """6.3, 6.4: the tiles of the hand that answer a call for the half, as 2.3 and 3.6 add."""
    found = []
    for tile in hand:
        if not bears(tile, half):
            continue
        if not is_trump(tile, trump) or options["trump_in_plain_suit"]:  # 2.3
            found.append(tile)
        elif tile == BINGO and options["bingo_suit"] == "blank" and trump != 0:  # 3.6
            found.append(tile)
    return found


def duty(hand, led, trump, options):
    """6.2 to 6.5: what suit and trump duties leave, before 3.6 `free` and 6.6."""
    trumps = [tile for tile in hand if is_trump(tile, trump)]
    bingo_is_blank = options["bingo_suit"] == "blank" and trump != 0  # 3.6
    if is_trump(led, trump) and not (led == BINGO and bingo_is_blank):  # 6.2
        if bingo_is_blank:
            others = [tile for tile in trumps if tile != BINGO]
            if others:
                return others
        if trumps:
            return trumps
        return list(hand)
    if led == BINGO:  # 3.6 `blank`: calls for blanks
        follow = plain_follow(hand, 0, trump, options)
    else:
        high = plain_follow(hand, higher_half(led), trump, options)  # 6.3
        low = plain_follow(hand, lower_half(led), trump, options)  # 6.4
        if options["follow_lower"] == "free":
            follow = [tile for tile in hand if tile in high or tile in low]
        elif options["follow_lower"] == "second" and not high:
            follow = low
        else:
            follow = high
    if follow:
        return follow
    if options["must_trump"] == "must" and trumps:  # 6.5
        return trumps
    return list(hand)


def strict_answers(hand, led, trump, options):
    """6: the tiles that may be played to the lead in strict play, by index."""
    allowed = duty(hand, led, trump, options)
    if options["bingo_suit"] == "free" and BINGO in hand and BINGO not in allowed:  # 3.6
        allowed = [*allowed, BINGO]
    if options["must_beat"]:  # 6.6
        beating = [tile for tile in allowed if answer_takes(led, tile, trump, True, options)]
        if beating:
            allowed = beating
    return sorted(allowed, key=TILES.index)


# ---------------------------------------------------------------- one deal


class Oracle:
    """One deal, played move by move."""

    def __init__(self, order, leader, options, score=(0, 0)):
        """1: hands, stock, turn-up and trump suit."""
        assert sorted(order) == sorted(TILES)
        assert set(options) == set(OPTIONS), set(options) ^ set(OPTIONS)
        for name, value in options.items():
            assert type(value) is type(DEFAULTS[name]) and (
                name == "target" or value in OPTIONS[name]
            ), (name, value)
        self.options = dict(options)
        self.score = tuple(score)
        self.hands = [set(order[0:7]), set(order[7:14])]
        self.stock = list(order[14:28])
        self.turn_up = order[27]
        self.trump = higher_half(self.turn_up)  # 1.5
        self.leader = leader
        self.to_move = leader
        self.led = None  # the led tile while the answer is awaited
        self.choosing = False  # the choice of `close` or `draw`, 7.1
        self.points, self.tricks = [0, 0], [0, 0]
        self.big_points, self.count = [0, 0], [0, 0]  # everything won in this deal; section 8 alone
        self.over, self.winner, self.first_to_70 = False, None, None
        self.closed_by, self.points_at_closing, self.tricks_at_closing = None, None, None
        self.waiting = [None, None]  # doubles of an announcement not credited yet
        self.credited = [None, None]  # doubles of the last credited announcement
        self.has_announced = [False, False]

    # ---- what may be done

    def strict(self):
        """4, 6: the stock is closed or exhausted."""
        return self.closed_by is not None or not self.stock

    def legal(self):
        """Every move open to to_move, in the agreed order."""
        if self.over:
            return []
        if self.choosing:
            return ["close", "draw"]
        hand = self.hands[self.to_move]
        if self.led is not None:
            if self.strict():
                return strict_answers(hand, self.led, self.trump, self.options)
            return sorted(hand, key=TILES.index)  # 4.1
        moves = []
        for tile in sorted(hand, key=TILES.index):  # 4.1, 6.1
            moves.append(tile)
            doubles = self.doubles_to_announce(tile)
            if doubles is not None:
                moves.append(f"{tile}+{len(doubles)}")
        if self.may_close():
            moves.append("close")
        if self.may_exchange():
            moves.append("exchange")
        if self.may_claim():
            moves.append("claim")
        return moves

    def doubles_to_announce(self, tile):
        """5.1, 5.5: the doubles a number is said of with this lead, None if none can be said."""
        seat = self.to_move
        if not is_double(tile):
            return None
        if self.options["reannounce"] == "no" and self.has_announced[seat]:
            return None
        doubles = {held for held in self.hands[seat] if is_double(held)}
        if self.options["reannounce"] == "remaining" and self.credited[seat] is not None:
            doubles = doubles & self.credited[seat]
        if tile not in doubles or len(doubles) < 2:
            return None
        return doubles

    def may_close(self):
        """7.1: for the player about to lead, or the taker before the draw."""
        may_by_tricks = self.tricks[self.to_move] > 0 or not self.options["close_needs_trick"]
        return (
            self.closed_by is None
            and len(self.stock) >= self.options["close_min_stock"]
            and may_by_tricks
        )

    def may_exchange(self):
        """7.4."""
        seat = self.to_move
        return (
            self.options["trump_exchange"]
            and self.tricks[seat] > 0
            and self.closed_by is None
            and len(self.stock) > 2
            and lowest_trump(self.trump) in self.hands[seat]
        )

    def may_claim(self):
        """8.1 claim: about to lead, having won a trick; true or false."""
        return self.options["deal_end"] == "claim" and self.tricks[self.to_move] > 0

    # ---- doing it

    def play(self, move):
        """Make one of the legal moves."""
        if move not in self.legal():
            raise ValueError(f"{move} is not among {self.legal()}")
        if move == "close":
            self.close()
        elif move == "draw":
            self.choosing = False
            self.draw()
        elif move == "exchange":
            self.exchange()
        elif move == "claim":
            self.claim()
        elif self.led is None:
            self.lead(move)
        else:
            self.answer(move)

    def close(self):
        """7.1: no more drawing; the closer leads."""
        self.choosing = False
        self.closed_by = self.to_move
        self.points_at_closing = list(self.points)
        self.tricks_at_closing = list(self.tricks)

    def draw(self):
        """4.2: the taker draws, then the other; the option says who gets the turn-up."""
        first = self.stock.pop(0)
        second = self.stock.pop(0)
        if not self.stock and self.options["last_draw"] == "winner":
            first, second = second, first
        self.hands[self.leader].add(first)
        self.hands[1 - self.leader].add(second)

    def exchange(self):
        """7.4: the lowest tile of the trump suit for the turn-up; the trump suit stays."""
        low = lowest_trump(self.trump)
        self.hands[self.to_move].remove(low)
        self.hands[self.to_move].add(self.turn_up)
        self.turn_up = low
        self.stock[-1] = low

    def claim(self):
        """8.1 claim: a false claim gives the opponent 2, whoever closed."""
        seat = self.to_move
        if self.points[seat] >= 70:
            self.final_count(seat)
        else:
            self.count[1 - seat] = 2
            self.finish()

    def lead(self, move):
        """4.1, 5.1, 5.4: lead a tile, perhaps announcing."""
        seat = self.to_move
        tile = move.split("+")[0]
        doubles = self.doubles_to_announce(tile) if "+" in move else None
        self.hands[seat].remove(tile)
        self.led = tile
        self.to_move = 1 - seat
        if doubles is None:
            return
        self.has_announced[seat] = True
        self.waiting[seat] = doubles
        if (
            self.options["announce_credit"] == "any_trick" and self.tricks[seat] > 0
        ):  # 5.4: credited at the lead
            self.credit(seat)
            if not self.over and self.options["deal_end"] == "at_70" and self.points[seat] >= 70:
                self.final_count()

    def answer(self, tile):
        """8.8: the whole of a trick, item by item."""
        led = self.led
        self.hands[self.to_move].remove(tile)
        takes = answer_takes(led, tile, self.trump, self.strict(), self.options)
        taker = self.to_move if takes else self.leader
        self.led = None
        self.tricks[taker] += 1
        self.leader = taker  # 4.3
        self.to_move = taker
        # 4.4: bingo and the trump double in one trick (whoever plays bingo takes it, 3.1).
        if self.trump != 0 and BINGO in (led, tile) and trump_double(self.trump) in (led, tile):
            if self.options["bingo_bonus"] == "either_order" or tile == BINGO:
                self.bonus(taker, 1)
                if self.over:
                    return
        # 5.4: the taker's announcement, made with this lead or waiting since an earlier one.
        if self.waiting[taker] is not None:
            self.credit(taker)
            if self.over:
                return
        if self.options["announce_credit"] == "this_trick":
            self.waiting = [None, None]
        # 2.5: the tiles.
        self.add_points(taker, tile_points(led, self.trump) + tile_points(tile, self.trump))
        # 8.7: the fourteenth trick of an unclosed deal.
        if sum(self.tricks) == 14 and self.closed_by is None:
            self.add_points(taker, self.options["last_trick_bonus"])
        # 8.1.
        if self.options["deal_end"] == "at_70" and self.points[taker] >= 70:
            self.final_count()
            return
        if not self.hands[0] and not self.hands[1] and self.strict():
            self.final_count(taker)  # under `claim`, claimed for the taker of the last trick
            return
        # 4.2, 7.1: the draw, or the choice before it.
        if not self.strict():
            if self.options["close_before_draw"] and self.may_close():
                self.choosing = True
            else:
                self.draw()

    def add_points(self, seat, points):
        """Points toward 70, and who was there first (8.1, 9.2)."""
        self.points[seat] += points
        if self.points[seat] >= 70 and self.first_to_70 is None:
            self.first_to_70 = seat

    def bonus(self, seat, big):
        """Big points won in mid-deal; 9.2: they may end the match at once."""
        self.big_points[seat] += big
        if self.score[seat] + self.big_points[seat] >= self.options["target"]:
            self.over = True
            self.to_move = None

    def credit(self, seat):
        """5.2, 5.3, 5.7: credit the waiting announcement."""
        doubles = self.waiting[seat]
        self.waiting[seat] = None
        self.credited[seat] = doubles
        if BINGO in doubles:  # 5.7, with six and seven too
            self.add_points(seat, self.options["bingo_in_announce"])
        if len(doubles) <= 5:
            self.add_points(seat, ANNOUNCED_POINTS[len(doubles)])
        elif len(doubles) == 6:
            if self.options["emperor"] == "points_70":
                self.add_points(seat, 70)
            else:
                self.bonus(seat, 1)
        elif self.options["invincible"] == "ends_deal":
            self.count[seat] = 3
            self.finish()
        else:
            self.bonus(seat, 3)

    # ---- the count

    def level(self, seat):
        """8.2, 8.3: what 70 is worth to the seat."""
        points, tricks = self.points[1 - seat], self.tricks[1 - seat]
        if seat == self.closed_by and self.options["close_level_at"] == "closing":
            points, tricks = self.points_at_closing[1 - seat], self.tricks_at_closing[1 - seat]
        if tricks == 0:
            return 3
        if points < self.options["low_threshold"]:
            return 2
        return 1

    def failed_close(self, opponent_has_70):
        """8.4, 8.5: what the opponent of a failed closer wins."""
        closer = self.closed_by
        if self.options["failed_close_3"] == "opponent_at_closing":
            three = self.tricks_at_closing[1 - closer] == 0
        elif self.options["failed_close_3"] == "closer_at_closing":
            three = self.tricks_at_closing[closer] == 0
        else:
            three = self.tricks[closer] == 0
        big = 3 if three else 2
        if opponent_has_70 and self.options["failed_close_opp70"] == "add":
            big += 1
        if opponent_has_70 and self.options["failed_close_opp70"] == "replace":
            big = 1
        return big

    def final_count(self, claimant=None):
        """8.1 to 8.6: the deal has ended otherwise than by a false claim or an invincible."""
        made = [self.points[0] >= 70, self.points[1] >= 70]
        if self.options["deal_end"] == "claim":  # an unclaimed 70 is no 70
            made[1 - claimant] = False
        closer = self.closed_by
        if closer is not None and not made[closer]:
            self.count[1 - closer] = self.failed_close(made[1 - closer])
        elif made[0] or made[1]:
            for seat in (0, 1):
                if made[seat] and (
                    self.options["deal_end"] != "play_out_first" or seat == self.first_to_70
                ):
                    self.count[seat] = self.level(seat)
        elif self.options["neither"] == "higher_wins_1" and self.points[0] != self.points[1]:  # 8.6
            self.count[0 if self.points[0] > self.points[1] else 1] = 1
        self.finish()

    def finish(self):
        """9.3: the deal is over with self.count as its result."""
        for seat in (0, 1):
            self.big_points[seat] += self.count[seat]
        if self.count[0] != self.count[1]:
            self.winner = 0 if self.count[0] > self.count[1] else 1
        self.over = True
        self.to_move = None


# ---------------------------------------------------------------- the recount


def recount(options, trump, tricks, closed_by=None, closed_after=None, score=(0, 0)):
    """Count a finished deal of the default ruleset again, from its tricks alone.

    tricks: (leader, led, announced number or None, bingo among those doubles, answer, taker) each;
    closed_after: how many tricks had been taken when the stock was closed. Obeys low_threshold,
    failed_close_3, failed_close_opp70, close_level_at and target; everything else as in `russian`.
    Returns (points, section-8 count, all big points).
    """
    price = {f"{a}-{b}": 0 for a in range(7) for b in range(7) if a >= b}
    for a in range(1, 7):
        price[f"{a}-{a}"] = 2 * a
    price["6-4"] = price["3-0"] = 10
    price["0-0"] = 14
    for a in range(7):
        name = f"{max(a, trump)}-{min(a, trump)}"
        price[name] = 28 if a == trump else (a or 7) + (trump or 7)
    points, bonus, count, taken = [0, 0], [0, 0], [0, 0], [0, 0]
    history = [([0, 0], [0, 0])]  # points and tricks after each trick
    for leader, led, announced, _bingo, answer, taker in tricks:
        taken[taker] += 1
        if trump != 0 and {led, answer} == {"0-0", f"{trump}-{trump}"}:
            bonus[taker] += 1
            if score[taker] + bonus[taker] >= options["target"]:
                return points, count, bonus
        if announced is not None and leader == taker:
            points[taker] += [0, 0, 20, 40, 50, 60, 0, 0][announced]
            bonus[taker] += [0, 0, 0, 0, 0, 0, 1, 3][announced]
            if bonus[taker] and score[taker] + bonus[taker] >= options["target"]:
                return points, count, bonus
        points[taker] += price[led] + price[answer]
        history.append((list(points), list(taken)))
    if closed_by is None:
        for me, him in ((0, 1), (1, 0)):
            if points[me] >= 70:
                count[me] = (
                    3 if taken[him] == 0 else 2 if points[him] < options["low_threshold"] else 1
                )
    else:
        me, him = closed_by, 1 - closed_by
        points_then, taken_then = history[closed_after]
        if points[me] >= 70:
            at_end = options["close_level_at"] == "end"
            his_points, his_tricks = (
                (points[him], taken[him]) if at_end else (points_then[him], taken_then[him])
            )
            count[me] = 3 if his_tricks == 0 else 2 if his_points < options["low_threshold"] else 1
        else:
            trickless = {
                "opponent_at_closing": taken_then[him],
                "closer_at_closing": taken_then[me],
                "closer_in_deal": taken[me],
            }[options["failed_close_3"]]
            count[him] = 3 if trickless == 0 else 2
            if points[him] >= 70:
                extra = {"add": count[him] + 1, "none": count[him], "replace": 1}
                count[him] = extra[options["failed_close_opp70"]]
    return points, count, [bonus[0] + count[0], bonus[1] + count[1]]
