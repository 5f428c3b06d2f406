"""A question as it is filled in: where each answer comes from, and what of it becomes a fact."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from calculator.desk.answers import Provenance
from calculator.desk.asking import Asking
from calculator.desk.attention import cautions, unit_line
from calculator.desk.naming import action_called
from calculator.desk.turns import dead_ends
from calculator.desk.units import proposed_to
from calculator.errors import CalculatorError, FaultsError, ForbiddenError
from calculator.forms import fields_of
from calculator.journal.journal import open_journal
from calculator.roll import OrderOfBattle, Roll, read_correction
from calculator.rules import catalog
from calculator.rules.catalog import find_system
from calculator.umpire import Umpire

QUATRE_BRAS = OrderOfBattle.of_file("quatre-bras")
TSE = find_system("there-stand-empires")
HUSSON, SOYE, JAMIN = "Husson's brigade", "Soye's brigade", "Jamin's brigade"
NO_EFFECT = "no effect"


@pytest.fixture
def umpire(tmp_path: Path) -> Iterator[Umpire]:
    with Umpire.open(tmp_path / "saturday.battle") as umpire:
        umpire.bind(QUATRE_BRAS)
        yield umpire


def roll_of(umpire: Umpire) -> Roll:
    roll = umpire.roll()
    assert roll is not None
    return roll


def asking(umpire: Umpire, action: str, actor: str, target: str, **said: str) -> Asking:
    """What a copy asks of two units, with what its player says."""
    roll = roll_of(umpire)
    asked = Asking(TSE, TSE.action(action), roll=roll, side=roll.side_key(umpire.side))
    asked.take_all({"actor": actor, "target": target})
    asked.say({key.replace("_", "-"): text for key, text in said.items()})
    return asked


def draw(umpire: Umpire, asked: Asking, label: str = "", seed: str = "") -> None:
    """Draw what was asked: an outcome of that label, if one is wanted."""
    question = asked.question()
    seeds = (format(number, "x") for number in range(5000))
    found = seed or next(s for s in seeds if question.result(s).outcome.label == label)
    umpire.adjudicate(
        question, found, units=asked.concerned(), side=asked.whose, said=asked.recorded_said
    )


def test_where_each_answer_comes_from(umpire: Umpire) -> None:
    umpire.correct(read_correction(roll_of(umpire), SOYE, {"bases": "5"}), "counted")
    asked = asking(umpire, "assault", HUSSON, "Bylandt", cover="hard")
    sources = asked.provenances
    assert sources["cover"] is Provenance.SAID
    assert sources["target-quality"] is Provenance.FILE
    assert sources["outnumbered"] is Provenance.ASSUMED
    assert asking(umpire, "assault", "Bylandt", SOYE).provenances["target-bases"] is Provenance.ROLL


def test_what_follows_follows_and_what_was_said_stays() -> None:
    asked = Asking(TSE, TSE.action("assault"))
    assert (asked.texts["target-bases"], asked.provenances["target-bases"]) == (
        "4",
        Provenance.ASSUMED,
    )
    asked.say({"target": "heavy-foot-artillery"})
    assert (asked.texts["target-bases"], asked.provenances["target-bases"]) == (
        "1",
        Provenance.FOLLOWS,
    )
    asked.say({"target-bases": "2"})
    asked.say({"cover": "hard"})
    assert asked.provenances["target-bases"] is Provenance.SAID


def test_an_untouched_default_never_becomes_a_fact(umpire: Umpire) -> None:
    """Bijleveld fires at Husson, nothing answered: Husson may still assault."""
    before = dict(roll_of(umpire).unit(HUSSON).now)
    battery = next(u.name for u in roll_of(umpire).units if u.name.startswith("Bijleveld"))
    draw(umpire, asking(umpire, "deployed-fire", battery, HUSSON), NO_EFFECT)
    assert dict(roll_of(umpire).unit(HUSSON).now) == before
    again = asking(umpire, "assault", HUSSON, "Bylandt", linear_tactics="no")
    assert again.provenances["formation"] is Provenance.ASSUMED
    again.check_units()


def test_what_was_said_of_ones_own_unit_is_a_fact(umpire: Umpire) -> None:
    umpire.side = "french"
    draw(umpire, asking(umpire, "deployed-fire", HUSSON, "Bylandt", bases="3"), NO_EFFECT)
    assert roll_of(umpire).unit(HUSSON).now["bases"] == "3"


def test_what_was_said_of_an_enemy_is_proposed_to_who_plays_it(umpire: Umpire) -> None:
    umpire.side = "french"
    umpire.note("the French are seated")
    umpire.side = "allied"
    asked = asking(umpire, "deployed-fire", "Bylandt", JAMIN, target_state="demoralized")
    (otherwise,) = map(str, asked.otherwise())
    assert otherwise.startswith(f"{JAMIN}: target state demoralized, the roll has ok")
    assert otherwise.endswith("for this question only, and proposed to French")
    draw(umpire, asked, NO_EFFECT)
    assert roll_of(umpire).unit(JAMIN).now.get("state", "ok") == "ok"
    (told,) = proposed_to(roll_of(umpire), "french")
    assert "Anglo-Allied say: Jamin's brigade, state" in told.text
    assert not proposed_to(roll_of(umpire), "allied")
    umpire.side = "french"
    umpire.correct(read_correction(roll_of(umpire), JAMIN, told.values), told.reason)
    assert roll_of(umpire).unit(JAMIN).now["state"] == "demoralized"
    assert not proposed_to(roll_of(umpire), "french")


def test_where_an_enemy_is_said_to_stand_is_proposed_to_who_plays_it(umpire: Umpire) -> None:
    umpire.side = "french"
    umpire.correct(read_correction(roll_of(umpire), JAMIN, {"at": "Bossu wood"}))
    umpire.side = "allied"
    draw(umpire, asking(umpire, "deployed-fire", "Bylandt", JAMIN, cover="open"), NO_EFFECT)
    ground = roll_of(umpire).unit(JAMIN).ground
    assert ground is not None
    assert ground.name == "Bossu wood"
    (told,) = proposed_to(roll_of(umpire), "french")
    assert told.text == "the Anglo-Allied say: Jamin's brigade, stands in the open"
    umpire.side = "french"
    umpire.correct(read_correction(roll_of(umpire), JAMIN, told.values), told.reason)
    assert roll_of(umpire).unit(JAMIN).ground is None
    assert not proposed_to(roll_of(umpire), "french")


def test_what_a_result_changes_stands_as_ruled(umpire: Umpire) -> None:
    umpire.side = "french"
    umpire.note("the French are seated")
    umpire.side = "allied"
    asked = asking(umpire, "deployed-fire", "Bylandt", JAMIN, target_formation="square")
    draw(umpire, asked, "disordered")
    now = roll_of(umpire).unit(JAMIN).now
    assert (now["state"], now.get("formation")) == ("disordered", None)


def test_a_proposal_lapses_where_the_result_says_more(umpire: Umpire) -> None:
    umpire.side = "french"
    umpire.note("the French are seated")
    umpire.side = "allied"
    asked = asking(umpire, "deployed-fire", "Bylandt", JAMIN, target_state="disordered")
    demoralized = [
        row.outcome.label for row in asked.question().odds() if "demo" in row.outcome.label
    ]
    draw(umpire, asked, demoralized[0])
    assert roll_of(umpire).unit(JAMIN).now["state"] == "demoralized"
    assert not proposed_to(roll_of(umpire), "french")


def test_a_buttons_form_is_left_as_if_it_had_never_been_opened(umpire: Umpire) -> None:
    asked = asking(umpire, "assault", HUSSON, "Bylandt", quality="elite")
    stood = asked.texts
    for button in ("initiative", "leader-overrun", "army-morale"):
        asked.choose(TSE.action(button))
        asked.say({"units": "3", "quality": "poor"})
        assert asked.back()
        assert asked.texts == stood
        assert asked.action.key == "assault"


def test_the_range_stays_while_firer_or_target_stays(umpire: Umpire) -> None:
    asked = asking(umpire, "deployed-fire", HUSSON, "Bylandt", range="6")
    asked.take("actor", JAMIN)
    assert asked.texts["range"] == "6"
    asked.take("target", "Van Merlen's brigade")
    assert asked.provenances["range"] is Provenance.ASSUMED, "neither stays"


def test_a_range_out_of_reach_is_a_dead_end_that_says_why(umpire: Umpire) -> None:
    """Infantry reaches 3 inches, heavy guns 12 (VI)."""
    asking = Asking(TSE, TSE.action("deployed-fire"), roll=roll_of(umpire))
    asking.take("actor", HUSSON)
    ended = asking.dead_ends()["range"]
    assert set(ended) == {"6", "9", "12"}
    assert set(ended.values()) == {
        "the target is beyond the reach of infantry: nothing comes of it"
    }
    assert not asking.futile()
    asking.say({"range": "12"})
    assert [one.text for one in cautions(asking)] == [asking.futile()] == [ended["12"]]
    guns = Asking(TSE, TSE.action("deployed-fire"))
    guns.say({"actor": "heavy-foot-artillery", "range": "12"})
    assert not guns.futile()


@pytest.mark.parametrize(
    ("system", "action", "said", "dead_end"),
    [
        ("revolutionary-wars", "movement", {}, ("wing", "yes")),
        ("revolutionary-wars", "shoot", {"range": "9"}, ("range", "9")),
        ("gods-of-war", "ranged-fire", {"range": "3"}, ("range", "3")),
        ("gods-of-war", "ranged-fire", {}, ("between", "woods")),
        ("morne-plaine", "charge", {}, ("first-hex", "marsh")),
        ("morne-plaine", "bombardment", {"unit": "artillery", "range": "9"}, ("range", "9")),
        ("cannonade", "cannonade", {"range": "7"}, ("range", "7")),
        ("cannonade", "melee", {"men": "10", "target-men": "8"}, ("target-terrain", "fortified")),
    ],
)
def test_dead_ends_of_every_system_say_why_before_a_form_is_filled_in(
    system: str, action: str, said: dict[str, str], dead_end: tuple[str, str]
) -> None:
    """Out of range, blocked, no such ground: by the text of each; the refusal says the same."""
    asked = find_system(system)
    asking = Asking(asked, asked.action(action))
    asking.say(said)
    key, text = dead_end
    why = asking.dead_ends()[key][text]
    asking.say({key: text})
    with pytest.raises(ForbiddenError) as no:
        asking.question().check()
    assert why in {one.reason for one in no.value.refusals}


def test_an_army_is_counted_by_the_roll_and_nothing_is_drawn_on_counts_that_nobody_gave(
    umpire: Umpire,
) -> None:
    unknown = Asking(TSE, TSE.action("army-morale"))
    with pytest.raises(FaultsError, match="nobody has counted this army"):
        unknown.check_answered()
    unknown.say({"units": "12", "broken": "3", "demoralized": "3"})
    unknown.check_answered()
    counted = Asking(TSE, roll=roll_of(umpire), side="french")
    counted.choose(TSE.action("army-morale"))
    counted.start_afresh()
    counted.check_answered()
    assert counted.texts["broken"] == "0"
    assert counted.provenances["units"] is Provenance.ROLL


def test_nothing_is_made_good_that_nobody_has_lost() -> None:
    wars = find_system("revolutionary-wars")
    asking = Asking(wars, wars.action("replenish"))
    assert not asking.futile()
    asking.say({"lost": "0"})
    assert asking.futile() == "no skirmish platoon is lost: nothing comes of it"


def test_names_by_a_part_that_only_one_has_and_the_candidates_of_others(umpire: Umpire) -> None:
    assert roll_of(umpire).unit("Husson").name == HUSSON
    assert action_called(TSE, "assau").key == "assault"
    with pytest.raises(FaultsError, match="deployed-fire, advancing-fire"):
        action_called(TSE, "fire")
    with pytest.raises(FaultsError, match="allowed: french, allied"):
        umpire.side_meant("Russians")
    assert umpire.side_meant("fre") == "french"


QUESTIONS = [(key, action.key) for key in catalog.KEYS for action in find_system(key).actions]


@given(data=st.data())
@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_the_order_of_answering_changes_nothing(data: st.DataObject) -> None:
    """Whatever is said, in whatever order: the same texts, sources and odds' question."""
    system_key, action_key = data.draw(st.sampled_from(QUESTIONS))
    system = find_system(system_key)
    action = system.action(action_key)
    fields = [field for field in fields_of(action.asks) if field.kind.choices]
    chosen = data.draw(st.lists(st.sampled_from(fields), unique=True, max_size=6)) if fields else []
    said = {field.key: data.draw(st.sampled_from(field.kind.choices)) for field in chosen}
    at_once, typed = Asking(system, action), Asking(system, action, strict=True)
    at_once.say(said)
    one_by_one = Asking(system, action)
    followed = {f.follows.of.replace("_", "-") for f in fields_of(action.asks) if f.follows}
    for key in sorted(said, key=lambda key: key not in followed):
        one_by_one.say({key: said[key]})
    assert at_once.texts == one_by_one.texts
    assert at_once.provenances == one_by_one.provenances
    try:
        question = typed.typed(said)
    except FaultsError as refused:
        with pytest.raises(FaultsError, match=str(refused.faults[0].place)):
            at_once.question()
    else:
        assert question.form == at_once.question().form
        assert typed.provenances == at_once.provenances


class TwoCopies(RuleBasedStateMachine):
    """A French copy and an Allied one ask about each other; nothing is said, and nothing happens:
    what each may do stays as it was."""

    copies: dict[str, Umpire]

    @initialize(data=st.data())
    def begin(self, data: st.DataObject) -> None:
        """A battle in memory's stead: a file of its own, both sides seated."""
        import tempfile

        path = Path(tempfile.mkdtemp()) / "saturday.battle"
        self.copies = {
            side: Umpire(open_journal(path, read_only=False), side=side, copy=f"{side}-1")
            for side in ("french", "allied")
        }
        self.copies["french"].bind(QUATRE_BRAS)
        for umpire in self.copies.values():
            umpire.note("seated")
        self.began = {u.full_name: dict(u.now) for u in roll_of(self.copies["french"]).units}

    @rule(
        side=st.sampled_from(["french", "allied"]),
        action=st.sampled_from(["deployed-fire", "assault", "advancing-fire"]),
        said=st.dictionaries(
            st.sampled_from(["target-state", "target-formation", "target-bases", "cover"]),
            st.sampled_from(["demoralized", "square", "2", "hard", "disordered", "deployed"]),
        ),
        data=st.data(),
    )
    def ask(self, side: str, action: str, said: dict[str, str], data: st.DataObject) -> None:
        """A question about the enemy that comes to nothing, whatever is said of the enemy."""
        umpire = self.copies[side]
        roll = roll_of(umpire)
        there = [u for u in roll.units if u.arrived and not u.gone]
        own = [u for u in there if u.side == side and not u.acted]
        others = [u for u in there if u.side != side]
        if not own:
            return
        asked = Asking(TSE, TSE.action(action), roll=roll, side=side)
        target = data.draw(st.sampled_from(others)).full_name
        asked.take_all({"actor": data.draw(st.sampled_from(own)).full_name, "target": target})
        asked.say(said)
        forbidden = dict(dead_ends(roll, target))
        try:
            draw(umpire, asked, NO_EFFECT)
        except (CalculatorError, ForbiddenError, StopIteration):
            return
        assert dict(dead_ends(roll_of(umpire), target)) == forbidden

    @precondition(lambda self: hasattr(self, "copies"))
    @invariant()
    def nothing_is_known_of_anybody_that_nobody_said(self) -> None:
        """The roll of both is the order of battle's still."""
        for umpire in self.copies.values():
            for unit in roll_of(umpire).units:
                assert dict(unit.now) == self.began[unit.full_name]

    def teardown(self) -> None:
        for umpire in getattr(self, "copies", {}).values():
            umpire.close()


TestTwoCopies = TwoCopies.TestCase
TestTwoCopies.settings = settings(
    max_examples=settings().max_examples // 5, stateful_step_count=8, deadline=None
)


@pytest.mark.parametrize(
    ("system", "action", "roles"),
    [
        ("there-stand-empires", "initiative", []),
        ("there-stand-empires", "leader-overrun", []),
        ("cannonade", "turn-order", []),
        ("morne-plaine", "movement", ["actor"]),
        ("morne-plaine", "charge", ["actor", "target"]),
    ],
)
def test_units_are_asked_for_only_where_the_action_reads_them(
    system: str, action: str, roles: list[str]
) -> None:
    rules = find_system(system)
    assert Asking(rules, rules.action(action)).roles == roles


def test_a_unit_s_points_say_what_they_are(tmp_path: Path) -> None:
    """Combat strength, movement and morale are all counted in points, and may be as many."""
    order = OrderOfBattle.of_file("waterloo-charges")
    charging = Asking(
        order.scenario.system,
        order.scenario.system.action("charge"),
        roll=Roll.of([], order.scenario),
    )
    charging.take("actor", "Wathier's Cuirassiers")
    charging.take("target", "Ompteda's King's German Legion")
    folded = {field.key: "actor" for field in charging.fields}
    assert unit_line(charging, folded, "actor").startswith(
        "cavalry, 5 CS points, 6 movement points"
    )
