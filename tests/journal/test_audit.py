"""The audit finds fair draws fair, loaded ones loaded, and luck where it was."""

import random
import re
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from calculator.journal.audit import Audit, audit
from calculator.journal.entry import EntryDraft, EntryKind, Tip
from calculator.journal.recompute import AskedQuestion, Recomputer
from calculator.journal.report import luck_lines, luck_svg
from calculator.journal.ruling import ruling_body
from calculator.journal.statistics import Scores, share_as_kind, share_found
from calculator.roll import Roll
from calculator.roll.filling import fill
from calculator.rules.question import Question, Result
from calculator.scenarios.loading import load
from calculator.umpire import Umpire
from tests.journal.chaining import chain
from tests.journal.toy import SYSTEM, throw


def seeds(name: str, many: int) -> list[str]:
    return [sha256(f"{name} {n}".encode()).hexdigest()[:32] for n in range(many)]


def drafted(result: Result, side: str, typed: bool = False) -> EntryDraft:
    body, tables = ruling_body(result, seed_typed=typed), result.question.tables.content
    return EntryDraft(kind=EntryKind.RULING, body=body, side=side, tables=tables)


def audited(drafts: Sequence[EntryDraft]) -> Audit:
    kept = {d.body["rules"]: d.tables for d in drafts if d.tables}
    keyed = (
        # keys and times fixed, so that the hashes and with them the test are always the same
        EntryDraft(kind=d.kind, body=d.body, side=d.side, key=f"{n:032x}", time="then")
        for n, d in enumerate(drafts)
    )
    return audit(chain("field", Tip(), keyed), Recomputer(kept.get))


def drawn(
    many: int, side: str = "French", keep: Callable[[int], bool] = lambda hits: True
) -> list[EntryDraft]:
    questions = [throw(dice) for dice in (2, 3, 5, 8)]
    results = [
        questions[n % len(questions)].result(seed) for n, seed in enumerate(seeds(side, many))
    ]
    return [drafted(result, side) for result in results if keep(result.outcome.hits)]


def test_fair_draws_look_fair() -> None:
    found = audited(drawn(400) + drawn(300, "Allied"))
    assert found.overall is not None
    assert found.overall.rulings == 700
    assert [account.side for account in found.sides] == ["Allied", "French"]
    for account in (found.overall, *found.sides):
        assert sum(account.tenths) == account.rulings
        assert account.transform is not None
        assert account.transform.degrees == 9
        assert account.transform.p_value > 1e-4
        assert account.outcomes is not None
        assert account.outcomes.p_value > 1e-4
        assert account.luck == pytest.approx(0.5, abs=0.05)


def test_draws_that_someone_picked_over_do_not() -> None:
    """Whoever throws away the results with fewer than two hits is found out by both tests."""
    found = audited(drawn(900, keep=lambda hits: hits > 1))
    assert found.overall is not None
    assert found.overall.transform is not None
    assert found.overall.outcomes is not None
    assert found.overall.transform.p_value < 1e-4
    assert found.overall.outcomes.p_value < 1e-4
    assert found.overall.worse is not None
    assert found.overall.worse < 0.01
    assert found.overall.luck_in_words.startswith("better luck than in")


def test_the_counts_add_up_to_the_exact_odds() -> None:
    found = audited([drafted(throw(2).result(seed), "") for seed in seeds("counts", 40)])
    assert [count.label for count in found.counts] == ["0 hits", "1 hits", "2 hits"]
    assert [count.expected for count in found.counts] == pytest.approx([10, 20, 10])
    assert sum(count.drawn for count in found.counts) == 40


def test_outcomes_of_one_name_are_one_row() -> None:
    assault = Question.read("there-stand-empires", "assault", {}).result
    found = audited([drafted(assault(seed), "") for seed in seeds("rows", 2)])
    labels = [count.label for count in found.counts]
    assert len(labels) == len(set(labels))
    assert sum(count.drawn for count in found.counts) == 2


def test_luck_is_the_place_among_all_that_the_same_rulings_could_have_given() -> None:
    """Three throws of one die with a hit each: of the 8 ways to go 7 are worse, one is equal."""
    hit = next(seed for seed in seeds("luck", 99) if throw(1).result(seed).outcome.hits == 1)
    found = audited([drafted(throw(1).result(hit), "French")] * 3)
    (french,) = found.sides
    assert french.luck == pytest.approx(0.75)
    assert french.worse == pytest.approx(1 / 16)
    assert french.luck_in_words == "better luck than in 94% of such battles"
    assert french.transform is None


def test_typed_seeds_are_left_out_and_counted() -> None:
    found = audited([drafted(throw(3).result("5eed"), "French", typed=True), *drawn(20)])
    assert found.typed == 1
    assert found.overall is not None
    assert found.overall.rulings == 20


def test_a_side_is_one_side_however_it_was_spelled() -> None:
    found = audited([*drawn(20), *drawn(10, "french")])
    assert [(one.side, one.rulings) for one in found.sides] == [("French", 30)]


def test_nothing_to_audit() -> None:
    found = audited([])
    assert found.overall is None
    assert found.sides == ()


def test_the_umpire_audits_what_is_recorded() -> None:
    with Umpire.open("field", side="French") as umpire:
        for _ in range(12):
            umpire.adjudicate(throw())
        umpire.amend(umpire.voiding(1, "counted all the same: it was drawn"))
        found = umpire.audit()
    assert found.overall is not None
    assert found.overall.rulings == 12
    (french,) = found.sides
    assert french.favour is not None
    assert re.fullmatch(
        r"fair draws are this kind or kinder in [\d.]+% of battles; "
        r"the test finds [\d.]+% of those who keep the better of two draws",
        french.favour_in_words,
    )
    assert "does not say that anyone cheated" in found.meaning


def test_rulings_under_unknown_rules_are_left_out_and_counted() -> None:
    question = Question(
        SYSTEM,
        SYSTEM.action("throw"),
        throw().form,
        SYSTEM.tables.override({"die.needed": 3}, "never recorded"),
    )
    draft = drafted(question.result("1"), "French")
    lost = EntryDraft(kind=draft.kind, body={**draft.body, "overrides": {}})
    found = audited([lost])
    assert (found.unchecked, found.overall) == (1, None)


def check_of(seed: str) -> Result:
    """An army checked at half its strength, where half the checks fail, more or less."""
    answers = {"units": 20, "broken": 8, "demoralized": 4}
    return Question.read("there-stand-empires", "army-morale", answers).result(seed)


def test_what_is_better_for_the_enemy_is_bad_luck() -> None:
    """Army morale is ordered for the enemy, so who broke each time had no luck."""
    results = [check_of(seed) for seed in seeds("checks", 120)]
    broke = [r for r in results if r.outcome.verdict.value == "breaks"]
    stood = [r for r in results if r.outcome.verdict.value == "stands"]
    found = audited([drafted(r, "broken") for r in broke] + [drafted(r, "steady") for r in stood])
    luck = {account.side: account.luck for account in found.sides}
    assert luck["broken"] is not None
    assert luck["steady"] is not None
    assert luck["broken"] < 1 / 2 < luck["steady"]


def test_what_is_better_for_nobody_has_no_part_in_luck() -> None:
    question = Question.read("there-stand-empires", "initiative", {})
    found = audited([drafted(question.result(seed), "French") for seed in seeds("first", 40)])
    (account,) = found.sides
    assert (account.luck, account.worse) == (None, None)
    assert account.luck_in_words == "no outcome was better for it than another"
    assert sum(count.drawn for count in found.counts) == 40
    both = audited(
        [drafted(question.result(seed), "French") for seed in seeds("first", 40)] + drawn(20)
    )
    assert both.overall is not None
    alone = audited(drawn(20)).overall
    assert alone is not None
    assert both.overall.luck == alone.luck


def test_withdrawals_are_counted_and_what_draws_again_is_no_new_draw(tmp_path: Path) -> None:
    with Umpire.open(tmp_path / "field.battle", side="French") as umpire:
        for number in (1, 3, 5):
            umpire.adjudicate(throw(4))
            umpire.withdraw(number)
        umpire.adjudicate(throw(4))
        assert len({umpire.entry(number).body["seed"] for number in (1, 3, 5, 7)}) == 1
        found = umpire.audit()
    assert found.withdrawn == (("French", 3),)
    assert found.again == 3
    assert found.overall is not None
    assert found.overall.rulings == 1


def a_shipped_mix() -> list[AskedQuestion]:
    """Assaults and fire of the brigades at Quatre Bras, as the roll fills them in.

    Of five rulings two are assaults, two deployed fires and one an advancing fire.
    """
    scenario = load("quatre-bras")
    roll = Roll(scenario)
    french, allied = (
        [unit for unit in roll.units if unit.side == side.key][:9] for side in scenario.sides
    )
    mix = []
    for key, rulings in {"assault": 36, "deployed-fire": 36, "advancing-fire": 18}.items():
        asked = []
        for actor, target in zip(french, allied, strict=True):
            action = scenario.system.action(key)
            filled = fill(roll, action, {"actor": actor, "target": target}).answers
            question = Question.read(scenario.system.key, key, filled, scenario.tables)
            if not list(question.law.refusals()):
                asked.append(AskedQuestion(question))
        mix += [asked[place % len(asked)] for place in range(rulings)]
    return mix


def test_who_keeps_the_better_of_two_draws_is_found_and_fair_sides_are_not() -> None:
    """Sides of forty rulings: of every twenty that cheat at least eighteen are found on average.

    Three hundred that do and four hundred fair ones, so that no seed decides; chance alone brings
    a share of four hundred within 0.03 of 5% in 99 of 100 such runs.
    """
    chosen = random.Random(14)
    mix = []
    for asked in a_shipped_mix():
        outcomes, weights = zip(*asked.odds.items(), strict=True)
        scores = [asked.scores[outcome] for outcome in outcomes]
        mix.append((scores, weights, asked.possible_scores))

    def side(draws: int) -> tuple[list[float], list[Scores]]:
        rulings = [chosen.choice(mix) for _ in range(40)]
        kept = [max(chosen.choices(scores, weights, k=draws)) for scores, weights, _ in rulings]
        return kept, [possible for *_, possible in rulings]

    cheats = [side(2) for _ in range(300)]
    found = sum(share_as_kind(*cheat) < 0.05 for cheat in cheats) / 300
    assert found >= 18 / 20
    said = sum(share_found(possible) for _, possible in cheats) / 300
    assert said == pytest.approx(found, abs=0.03)
    fair = sum(share_as_kind(*side(1)) < 0.05 for _ in range(400)) / 400
    assert fair == pytest.approx(0.05, abs=0.03)


def test_five_armies_that_break_are_no_luck_for_their_side() -> None:
    broke = [r for r in map(check_of, seeds("five", 30)) if r.outcome.verdict.value == "breaks"]
    (account,) = audited([drafted(result, "French") for result in broke[:5]]).sides
    assert account.luck_in_words.startswith("worse luck than in 9")


def test_the_curve_of_luck_ends_where_the_rulings_add_up_to() -> None:
    found = audited(drawn(20) + drawn(15, "Allied & <friends>"))
    for account in found.sides:
        assert account.luck is not None
        assert len(account.curve) == account.rulings
        assert account.curve[-1][1] == pytest.approx(account.rulings * (account.luck - 1 / 2))
    lines = list(luck_lines(found.sides))
    assert [line.split()[0] for line in lines] == ["Allied", "French"]
    assert f"at the end {found.sides[1].curve[-1][1]:+.1f}" in lines[1]
    picture = ET.fromstring(luck_svg(found.sides))
    assert len(picture.findall("{http://www.w3.org/2000/svg}polyline")) == 2
    assert "Allied & <friends>" in "".join(picture.itertext())
    assert luck_svg(()) == ""
