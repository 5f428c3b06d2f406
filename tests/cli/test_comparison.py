"""Two settings compared tell of each what it tells of itself, in one order."""

import pytest

from calculator.cli.comparison import ComparisonRow, compare
from calculator.rules.action import AnyAction
from calculator.rules.catalog import KEYS, find_system
from tests.rules.asking import ask

ACTIONS = [(key, action) for key in KEYS for action in find_system(key).actions]


@pytest.mark.parametrize(("system", "action"), ACTIONS, ids=lambda each: getattr(each, "key", each))
def test_a_setting_compared_with_itself_tells_the_same(system: str, action: AnyAction) -> None:
    odds = ask(system, action.key).odds()
    rows = [(row.outcome.label, row.probability) for row in odds]
    assert compare([odds, odds]) == [ComparisonRow(label, (share, share)) for label, share in rows]


def test_what_is_as_grave_counts_on_both_sides_alike() -> None:
    """Whether the target formed square makes a charge thrown back neither graver nor milder."""
    open_ground = ask("there-stand-empires", "assault", actor="heavy-cavalry").odds()
    soft_cover = ask("there-stand-empires", "assault", actor="heavy-cavalry", cover="soft").odds()
    told = {row.label: row.shares[0] for row in compare([open_ground, soft_cover], at_least=True)}
    alone = [(row.outcome.label, row.probability) for row in open_ground.at_least_rows()]
    severity = open_ground.question.action.severity
    assert len({severity(outcome) for outcome in open_ground.distribution}) < len(alone)
    assert [pair for pair in told.items() if pair[0] in dict(alone)] == alone
