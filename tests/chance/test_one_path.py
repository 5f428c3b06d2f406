"""One path: the stream as documented, numbers that no seed favours, results that replay."""

import hashlib
import re
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calculator.chance.dice import die, heads, total_of
from calculator.chance.distribution import Distribution
from calculator.chance.every_path import every_path
from calculator.chance.interface import Chance, Part, Throw, itself
from calculator.chance.one_path import OnePath, Stream, fresh_seed, seed_bytes, seed_digits
from calculator.errors import ChanceError, FaultsError
from tests.chance.strategies import distributions
from tests.scripted import Scripted

PAGE = (Path(__file__).parents[2] / "docs/probability.md").read_text(encoding="utf-8")
ROW = re.compile(r"\| `(\w+)\((\d+)\)` \| (\d+) \| (\d+) \| ([0-9a-f ]+) \| (\d+) \| (\d+) \|")
BUILDERS: dict[str, Callable[[int], Distribution[int]]] = {
    "die": die,
    "total_of": total_of,
    "heads": heads,
}

seeds = st.binary(min_size=16, max_size=16).map(bytes.hex)


def told(name: str) -> str:
    """What a line of the worked example says."""
    found = re.search(rf"^    {name} +([0-9a-f]+)$", PAGE, re.MULTILINE)
    assert found, name
    return found[1]


def test_the_worked_examples_block() -> None:
    seed = bytes.fromhex(told("seed"))
    assert seed == seed_bytes("5eed")
    assert told("block 0") == hashlib.sha256(seed + bytes(8)).hexdigest()


def test_the_worked_examples_draws() -> None:
    rows = ROW.findall(PAGE)
    assert len(rows) == 6
    chance = OnePath("5eed")
    taken = ""
    for builder, size, below, bits, several, number, outcome in rows:
        value = chance.draw(BUILDERS[builder](int(size)), "example")
        drawn = chance.draws[-1]
        assert (str(drawn.total), str(drawn.number), str(value)) == (below, number, outcome)
        assert int(bits) == (drawn.total - 1).bit_length()
        assert int(several.split()[-1], 16) & ((1 << int(bits)) - 1) == drawn.number
        taken += several.replace(" ", "")
    assert told("block 0").startswith(taken)


def test_the_lines_of_python_on_the_page() -> None:
    names: dict[str, Any] = {}
    exec(re.findall(r"```python\n(import hashlib.*?)```", PAGE, re.DOTALL)[0], names)
    source, ours = names["stream"]("5eed"), Stream("5eed")
    for bound in [*range(1, 300), 2**21, 6**12, 10**40 + 1]:
        assert ours.below(bound) == names["below"](bound, source)


@pytest.mark.parametrize("bound", [1, 2, 3, 5, 6, 36, 100, 129, 255, 256])
def test_no_number_is_favoured(bound: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of all first bytes of a stream that give a number at once, as many give each."""
    numbers: Counter[int] = Counter()
    for byte in range(256):
        blocks = iter([bytes([byte])])
        block = SimpleNamespace(digest=partial(next, blocks))
        monkeypatch.setattr(hashlib, "sha256", lambda _, block=block: block)
        with suppress(StopIteration):  # the byte was passed over
            numbers[Stream("0").below(bound)] += 1
    assert sorted(numbers) == list(range(bound))
    assert len(set(numbers.values())) == 1


@given(distributions)
def test_each_outcome_has_as_many_places_as_its_weight(what: Distribution[int]) -> None:
    assert Counter(what.at(roll) for roll in range(what.total)) == what.weights


@pytest.mark.parametrize("roll", [-1, 6])
def test_a_roll_outside_the_total_has_no_place(roll: int) -> None:
    with pytest.raises(ChanceError, match=f"{roll} has no place in Distribution"):
        die(6).at(roll)


def volleys(chance: Chance) -> tuple[int, str]:
    """A rule of several draws, the later ones depending on the earlier."""
    hits = chance.draw(heads(4), "hits")
    save = chance.draw(die(6 - hits), "save")
    sure = chance.draw(Distribution.certain("smoke"), "smoke")
    return chance.read_off(total_of(2), lambda total: total // 4, "morale") + save, sure


@given(seeds)
def test_a_result_is_among_the_odds_and_replays(seed: str) -> None:
    chance = OnePath(seed)
    outcome = volleys(chance)
    assert outcome in every_path(volleys)
    again = Scripted(chance.draws)
    assert volleys(again) == outcome
    again.finish()
    assert again.draws == chance.draws
    assert volleys(OnePath(seed)) == outcome


def test_what_is_read_off_is_recorded_as_it_was_drawn() -> None:
    chance = OnePath("5eed")
    assert chance.read_off(die(6), lambda face: face >= 4, "hit") is True
    (draw,) = chance.draws
    assert (draw.ask, draw.number, draw.total, draw.value) == ("hit", 5, 6, 6)


def test_throws_at_once_are_recorded_one_by_one() -> None:
    throws = Throw(die(6), itself, "ours"), Throw(die(6), lambda face: -face, "theirs")
    chance, in_turn = OnePath("5eed"), OnePath("5eed")
    total = chance.at_once(throws, sum)
    assert total == in_turn.draw(die(6), "ours") - in_turn.draw(die(6), "theirs")
    assert chance.draws == in_turn.draws


def test_the_draws_of_a_part_are_recorded() -> None:
    chance, in_turn = OnePath("5eed"), OnePath("5eed")
    assert chance.take(Part(volleys, ())) == volleys(in_turn)
    assert chance.draws == in_turn.draws != []


def test_certainty_takes_nothing_from_the_stream() -> None:
    chance = OnePath("5eed")
    assert chance.draw(Distribution.certain("holds"), "sure") == "holds"
    assert chance.draws == []
    assert chance.draw(die(6), "die") == 6


def test_results_follow_the_odds() -> None:
    """A fixed run of seeds, within five standard errors of what the odds say."""
    odds = every_path(volleys)
    runs = 4_000
    fallen = Counter(volleys(OnePath(f"{seed:x}")) for seed in range(runs))
    for outcome in odds:
        chance = float(odds.probability(outcome))
        assert fallen[outcome] / runs == pytest.approx(
            chance, abs=5 * (chance * (1 - chance) / runs) ** 0.5
        )


def test_fresh_seeds_differ_and_can_be_read() -> None:
    fresh = [fresh_seed() for _ in range(50)]
    assert len(set(fresh)) == 50
    assert all(re.fullmatch("[0-9a-f]{32}", seed) and seed_bytes(seed) for seed in fresh)


@pytest.mark.parametrize("written", ["5eed", "5EED", " 5eed ", "0x5eed", "0" * 28 + "5eed"])
def test_a_seed_may_be_written_short_or_long(written: str) -> None:
    assert seed_bytes(written) == bytes(14) + b"\x5e\xed"
    digits = seed_digits(written)
    assert digits in {"5eed", "0" * 28 + "5eed"}
    assert bytes.fromhex(digits.zfill(32)) == seed_bytes(written), "as the page's lines read it"


@pytest.mark.parametrize("written", ["", "g", "5eed!", "-1", "0" * 33, "5 e", "٣", 5, b"5eed"])
def test_what_is_no_seed(written: object) -> None:
    with pytest.raises(FaultsError, match=r"^seed: .* is not a seed \(allowed: 1 to 32 hex"):
        seed_digits(written)


def test_the_stream_goes_on_past_its_first_blocks() -> None:
    seed = seed_bytes("1815")
    blocks = (hashlib.sha256(seed + k.to_bytes(8, "big")).digest() for k in count())
    joined = b"".join(next(blocks) for _ in range(4))
    stream = Stream("1815")
    assert bytes(stream.below(256) for _ in range(128)) == joined
