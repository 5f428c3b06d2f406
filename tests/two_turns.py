"""Two turns of every system, by both sides at once: for two screens, and for two phones.

Each act is what its text has in that turn, side by side; where the text has turns of each side's
own, the second is the enemy's. `REFUSED` is what the text forbids afterwards, and by which words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from calculator.umpire import Umpire
from tests.roll.playing import Played


class Act(NamedTuple):
    """What a side does: the action, its units by role, what is answered, and the seed it draws."""

    side: str
    action: str
    units: Mapping[str, str] = {}
    answers: Mapping[str, str] = {}
    seed: str = "1"


class Turns(NamedTuple):
    """The order of battle, the two sides, what they do in either turn, and what is refused then."""

    scenario: str
    sides: tuple[str, str]
    first: Sequence[Act]
    second: Sequence[Act]
    refused: Act
    why: str

    @property
    def acts(self) -> list[Act]:
        return [*self.first, *self.second]


TURNS: Final[Mapping[str, Turns]] = {
    "there-stand-empires": Turns(
        "maida",
        ("french", "british"),
        (
            Act("british", "initiative"),
            Act("british", "maneuver-in-column", {"actor": "Cole's brigade"}, seed="3"),
            Act(
                "french",
                "deployed-fire",
                {"actor": "French horse artillery", "target": "Kempt's light companies"},
                {"range": "6"},
                "f",
            ),
            Act("british", "deploy", {"actor": "Acland's brigade"}, seed="3"),
        ),
        (
            Act("british", "initiative", seed="2"),
            Act("french", "deploy", {"actor": "42nd Line"}, seed="2"),
            Act("british", "regroup", {"actor": "Kempt's light companies"}),
        ),
        Act("british", "initiative"),
        "the initiative was drawn this turn",
    ),
    "revolutionary-wars": Turns(
        "waterloo-picton",
        ("french", "allied"),
        (
            Act(
                "french",
                "shoot",
                {"actor": "1st/45th Line", "target": "7th Militia"},
                {"range": "6"},
            ),
            Act("french", "reform", {"actor": "2nd/25th Line"}),
            Act(
                "allied",
                "shoot",
                {"actor": "92nd Highlanders", "target": "1st/45th Line"},
                {"range": "3"},
                "4",
            ),
        ),
        (
            Act(
                "allied",
                "shoot",
                {"actor": "42nd Highlanders", "target": "1st/45th Line"},
                {"range": "3"},
                "2",
            ),
            Act("french", "react", {"actor": "1st/25th Line", "target": "28th Foot"}),
        ),
        Act(
            "allied",
            "shoot",
            {"actor": "28th Foot", "target": "1st/45th Line"},
            {"range": "3"},
        ),
        "4 of the 4 platoons of 1st/45th Line have been rolled for this turn",
    ),
    "gods-of-war": Turns(
        "farm-below-the-ridge",
        ("blue", "red"),
        (
            Act("blue", "move", {"actor": "Hussars"}, {"path": "open, turn, open"}),
            Act(
                "blue",
                "ranged-fire",
                {"actor": "The Great Battery", "target": "Red 1st Infantry"},
                {"range": "5"},
            ),
        ),
        (
            Act("red", "move", {"actor": "Light Dragoons"}, {"path": "open"}),
            Act("red", "change-formation", {"actor": "Red 1st Infantry"}, {"into": "square"}),
        ),
        Act("red", "change-formation", {"actor": "Red 1st Infantry"}, {"into": "column"}),
        "a unit never acts twice in a row",
    ),
    "morne-plaine": Turns(
        "waterloo-charges",
        ("french", "allies"),
        (
            Act("allies", "movement", {"actor": "Brunswick Infantry"}, {"path": "clear"}),
            Act(
                "allies",
                "charge",
                {"actor": "Somerset's Household Brigade", "target": "Piré's Light Cavalry"},
                seed="6",
            ),
        ),
        (
            Act("french", "movement", {"actor": "Bachelu's Infantry"}, {"path": "clear"}),
            Act(
                "french",
                "rally",
                {"actor": "Piré's Light Cavalry"},
                {"next-to-leader": "yes"},
            ),
        ),
        Act("french", "movement", {"actor": "Bachelu's Infantry"}, {"path": "clear"}),
        "the rally phase has begun",
    ),
    "cannonade": Turns(
        "cannonade-farm",
        ("blue", "white"),
        (
            Act(
                "blue",
                "cannonade",
                {"actor": "Foot Battery", "target": "Grenadiers"},
                {"range": "4"},
            ),
            Act("blue", "march", {"actor": "Hussars"}, {"path": "clear, clear"}),
            Act("blue", "melee", {"actor": "2nd Battalion", "target": "Jägers"}, seed="5"),
        ),
        (
            Act(
                "white",
                "cannonade",
                {"actor": "Road Battery", "target": "Light Company"},
                {"range": "3"},
            ),
            Act("white", "march", {"actor": "Dragoons"}, {"path": "clear"}),
        ),
        Act(
            "white",
            "cannonade",
            {"actor": "Redoubt Battery", "target": "Light Company"},
            {"range": "3"},
        ),
        "the march phase has begun",
    ),
}


def told_alone(turns: Turns, battle: str) -> None:
    """Play them in one copy, by the library: what two at once must come to."""
    with Umpire.open(battle) as umpire:
        table = Played(umpire, turns.scenario)
        for number, acts in enumerate((turns.first, turns.second)):
            if number:
                umpire.turn()
            for act in acts:
                answers = {key.replace("-", "_"): text for key, text in act.answers.items()}
                table.play(act.action, act.units, act.side, act.seed, **answers)
        refused = turns.refused
        answers = {key.replace("-", "_"): text for key, text in refused.answers.items()}
        question = table.question(refused.action, refused.units, refused.side, **answers)
        found = table.held(refused.action, refused.units, refused.side, **answers)
        whys = [*found, *(one.reason for one in question.law.refusals())]
        assert any(turns.why in why for why in whys), whys
