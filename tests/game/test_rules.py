"""Rules: every option named, every named ruleset, and what is refused with the reason."""

import pytest

from bingo.game import RULESETS, InvalidRules, Rules, options


def test_the_default_is_russian():
    assert Rules() == Rules.named("russian") == Rules.parse("russian")
    assert str(Rules()) == "russian"
    assert Rules().target == 7 and Rules().deal_end == "at_70"


@pytest.mark.parametrize("name", RULESETS)
def test_a_ruleset_is_written_by_its_name(name):
    rules = Rules.named(name)
    assert rules.name == str(rules) == name
    assert Rules().replace(**RULESETS[name]) == rules
    assert rules.differences(Rules()).items() <= RULESETS[name].items()


def test_options_are_changed_by_name_and_spelt_as_in_the_rules():
    rules = Rules.parse("hoyle-1868 must_beat=no target=8")
    assert rules == Rules.named("hoyle-1868").replace(must_beat=False, target=8)
    assert Rules(must_beat="yes").must_beat is True
    assert Rules(must_beat="no") == Rules()
    assert Rules(target=1).target == 1 and Rules(target=100).target == 100
    assert {rules, Rules.parse(str(rules))} == {rules}


@pytest.mark.parametrize("name", options())
def test_every_option_takes_its_values_and_no_other(name):
    option = options()[name]
    for value in option.values:
        rules = Rules().replace(**{name: value})
        assert getattr(rules, name) == value and type(getattr(rules, name)) is type(value)
        assert Rules.parse(str(rules)) == rules
    for wrong in ("maybe", None, 3.5, -1, [], "7", "10", "True"):
        with pytest.raises(InvalidRules, match=name) as refused:
            Rules().replace(**{name: wrong})
        assert f"[{option.clause}]" in str(refused.value)
        assert refused.value.code == "invalid-rules"
    assert option.default == getattr(Rules(), name)


@pytest.mark.parametrize("target", [0, -1, True, 7.0, "seven", None])
def test_a_target_under_one_or_no_number_is_refused(target):
    with pytest.raises(InvalidRules, match="target"):
        Rules(target=target)


@pytest.mark.parametrize(("name", "value"), [("last_trick_bonus", True), ("low_threshold", 20.0)])
def test_what_merely_equals_a_value_is_refused(name, value):
    with pytest.raises(InvalidRules, match=name):
        Rules().replace(**{name: value})


def test_unknown_names_are_refused_with_those_there_are():
    with pytest.raises(InvalidRules, match=r"'chess'.*russian, russian-004"):
        Rules.named("chess")
    with pytest.raises(InvalidRules, match=r"'trumps'.*first_leader"):
        Rules().replace(trumps=True)
    for text in ("", "chess", "target=8"):
        with pytest.raises(InvalidRules):
            Rules.parse(text)
    for word in ("target", "target=", "aim=8", "target=8 target=8", "target=-1", "target=٣"):
        with pytest.raises(InvalidRules):
            Rules.parse(f"russian {word}")
    with pytest.raises(TypeError):
        Rules(trumps=True)  # Python's own refusal: no such field


def test_rules_do_not_change():
    with pytest.raises(AttributeError):
        Rules().target = 8
