"""Tables: values with reasons, overridden one by one, and known by a digest."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from calculator.errors import FaultsError
from calculator.rules.catalog import KEYS, find_system
from calculator.rules.tables import TableEntry, Tables
from calculator.standing import Standing

SHIPPED = """
[fire.cover]
hard = { value = -4, why = "designer's judgement: stone stops balls", source = "VIII" }
open = { value = 0, why = "nothing hides them" }

[fire.ladder]
rungs = { value = [1, 3, 6], why = "designer's judgement: tuned to the targets" }

[orders]
received = { value = "13/16", why = "designer's judgement: orders go astray", source = "III.A" }
messengers = { value = 2, why = "designer's judgement: one may fall", least = 1, most = 9 }
share = { value = "1/2", why = "designer's judgement: even", least = 0, most = 1 }
delayed = { value = "half", why = "the word of the text" }
"""


@pytest.fixture
def tables(tmp_path: Path) -> Tables:
    path = tmp_path / "tables.toml"
    path.write_text(SHIPPED, encoding="utf-8")
    return Tables.load(path)


def test_values_by_dotted_key(tables: Tables) -> None:
    assert tables.points("fire.cover.hard") == -4
    assert tables.numbers("fire.ladder.rungs") == (1, 3, 6)
    assert tables.fraction("orders.received") == Fraction(13, 16)
    assert tables.fraction("fire.cover.hard") == -4
    assert tables.text("orders.delayed") == "half"
    assert "fire.cover.hard" in tables
    assert "fire.cover" not in tables


def test_every_value_has_its_reason(tables: Tables) -> None:
    assert tables.entry("fire.cover.hard") == TableEntry(
        "fire.cover.hard",
        -4,
        "designer's judgement: stone stops balls",
        "VIII",
        standing=Standing.JUDGEMENT,
    )
    assert tables.entry("fire.cover.hard").cited == "VIII: judgement"
    assert [entry.key for entry in tables][:3] == [
        "fire.cover.hard",
        "fire.cover.open",
        "fire.ladder.rungs",
    ]


@pytest.mark.parametrize(
    ("entry", "standing", "cited"),
    [
        ({"why": "the chart has it", "source": "IV"}, "rule", "IV: rule"),
        ({"why": "designer's judgement: a guess"}, "judgement", "ours: judgement"),
        ({"why": "the text says both; see Readings", "source": "IV"}, "reading", "IV: reading"),
        ({"why": "a guess", "source": "IV", "standing": "judgement"}, "judgement", "IV: judgement"),
    ],
)
def test_a_value_says_what_it_rests_on(
    tmp_path: Path, entry: dict[str, str], standing: str, cited: str
) -> None:
    keys = ", ".join(f"{key} = {json.dumps(text)}" for key, text in entry.items())
    path = tmp_path / "tables.toml"
    path.write_text(f"dice = {{ value = 2, {keys} }}", encoding="utf-8")
    tables = Tables.load(path)
    assert tables.entry("dice").standing.value == standing
    assert tables.entry("dice").cited == cited
    house = tables.override({"dice": 3}, "our club's rule")
    assert house.entry("dice").standing is Standing.JUDGEMENT
    assert house.digest == tables.override({"dice": 3}, "another reason").digest


def test_an_override_replaces_one_value_and_says_what_it_was(tables: Tables) -> None:
    changed = tables.override({"fire.cover.hard": -5}, "thicker walls")
    assert changed.points("fire.cover.hard") == -5
    assert changed.entry("fire.cover.hard").why == "thicker walls (was -4)"
    assert changed.overridden == {"fire.cover.hard"}
    assert changed.points("fire.cover.open") == tables.points("fire.cover.open")
    assert tables.points("fire.cover.hard") == -4
    again = changed.override({"orders.received": "3/4"}, "fog")
    assert again.overridden == {"fire.cover.hard", "orders.received"}


def test_every_wrong_override_at_once(tables: Tables) -> None:
    with pytest.raises(FaultsError) as caught:
        tables.override(
            {
                "fire.cover.hrad": -5,
                "fire.cover.hard": "-5",
                "fire.ladder.rungs": [1, 2],
                "orders.received": "mostly",
            },
            "haste",
        )
    assert "\n".join(str(fault) for fault in caught.value.faults) == (
        "fire.cover.hrad: there is no such table value; did you mean 'fire.cover.hard'? "
        "(allowed: any key of `empires fields SYSTEM --tables`)\n"
        "fire.cover.hard: '-5' cannot stand for -4 (allowed: a value like -4)\n"
        "fire.ladder.rungs: [1, 2] cannot stand for [1, 3, 6] (allowed: a value like [1, 3, 6])\n"
        "orders.received: 'mostly' cannot stand for '13/16' (allowed: a share as 0.3 or \"3/10\")"
    )


@pytest.mark.parametrize("key", KEYS)
def test_a_fault_names_the_system_whose_values_can_be_listed(key: str) -> None:
    tables = find_system(key).tables.override({}, "nothing changed yet")
    with pytest.raises(FaultsError, match=f"`empires fields {key} --tables`"):
        tables.override({"nothing.such": 1}, "typing error")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("fire.cover.hard", True),
        ("fire.cover.hard", -4.0),
        ("fire.ladder.rungs", 1),
        ("fire.ladder.rungs", [1, "3", 6]),
        ("orders.received", "1/0"),
        ("orders.received", True),
    ],
)
def test_values_of_another_kind(tables: Tables, key: str, value: object) -> None:
    with pytest.raises(FaultsError, match=f"^{key}: .* cannot stand for"):
        tables.override({key: value}, "haste")


@pytest.mark.parametrize(
    ("key", "value"), [("fire.cover.hard", 9), ("orders.received", "1"), ("orders.delayed", "late")]
)
def test_values_of_the_same_kind(tables: Tables, key: str, value: object) -> None:
    assert tables.override({key: value}, "test").entry(key).value == value


@pytest.mark.parametrize(
    ("key", "value", "limits"),
    [
        ("orders.messengers", 0, "1 to 9"),
        ("orders.messengers", 10, "1 to 9"),
        ("orders.share", "5/4", "0 to 1"),
        ("orders.share", "-1/4", "0 to 1"),
    ],
)
def test_values_that_make_no_sense(tables: Tables, key: str, value: object, limits: str) -> None:
    told = rf"^{key}: {value!r} makes no sense here \(allowed: {limits}\)$"
    with pytest.raises(FaultsError, match=told):
        tables.override({key: value}, "haste")
    within = tables.override({"orders.messengers": 9, "orders.share": "1"}, "many")
    with pytest.raises(FaultsError, match=told):
        within.override({key: value}, "limits hold for values overridden twice")


@pytest.mark.parametrize("system", KEYS)
def test_shipped_values_are_within_their_own_limits(system: str) -> None:
    for entry in find_system(system).tables:
        if entry.limits:
            assert entry.takes(entry.value), entry.key


def test_the_digest_is_of_values_alone(tables: Tables, tmp_path: Path) -> None:
    path = tmp_path / "told-otherwise.toml"
    lines = SHIPPED.replace("stone stops balls", "it is so").split("\n\n")
    path.write_text("\n\n".join(lines[::-1]), encoding="utf-8")
    assert Tables.load(path).digest == tables.digest
    assert len(tables.digest) == 64


def test_the_digest_tells_every_other_value(tables: Tables) -> None:
    changed = tables.override({"fire.cover.hard": -5}, "thicker walls")
    assert changed.digest != tables.digest
    assert changed.override({"fire.cover.hard": -4}, "as before").digest == tables.digest


def test_tables_come_back_from_a_record(tables: Tables) -> None:
    recorded = Tables.recorded(tables.content)
    assert recorded.digest == tables.digest
    assert recorded.numbers("fire.ladder.rungs") == (1, 3, 6)


@pytest.mark.parametrize("key", KEYS)
def test_every_shipped_value_gives_a_reason(key: str) -> None:
    tables = find_system(key).tables
    assert all(entry.why for entry in tables)
    assert len(list(tables)) > 5


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("fate", ["rout", "rouet"], "'rouet' is not one of the words; did you mean 'rout'?"),
        ("fate", ["", "Flight"], "'Flight' is not one of the words"),
        ("letters", "ADX", "'X' is not one of the words"),
        ("letters", "AD", "'AD' makes no sense here"),
        ("word", "flights", "'flights' is not one of the words; did you mean 'flight'?"),
    ],
)
def test_words_that_have_no_meaning(tmp_path: Path, key: str, value: object, told: str) -> None:
    path = tmp_path / "tables.toml"
    path.write_text(
        """
        fate = { value = ["rout", "flight"], words = ["rout", "flight"], why = "rolls 1 and 2" }
        letters = { value = "AAD", words = "AD", why = "rolls 1 to 3" }
        word = { value = "rout", words = ["rout", "flight"], why = "a word" }
        """,
        encoding="utf-8",
    )
    tables = Tables.load(path)
    limits = {"fate": "2 of rout, flight", "letters": "3 of A, D", "word": "rout, flight"}
    with pytest.raises(FaultsError) as refused:
        tables.override({key: value}, "haste")
    assert f"{key}: {told}" in str(refused.value)
    assert {fault.allowed for fault in refused.value.faults} == {limits[key]}
    right = {"fate": ["flight", "flight"], "letters": "DAD", "word": "flight"}
    assert tables.override(right, "test").entry(key).value == right[key]
