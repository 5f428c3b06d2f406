"""What every rule system must keep, of every action of those shipped: random forms.

Above all, if one answer moves any probability, something in Why moved; and what Why lists reads
the answers that it says it reads, so that the help of a field can name it.
"""

from __future__ import annotations

import pytest

from calculator import testing
from calculator.rules.action import AnyAction
from calculator.rules.system import RuleSystem
from calculator.testing import FORMS
from tests.heavy import first
from tests.rules.at_random import QUESTIONS, asking


@pytest.mark.parametrize("number", first([FORMS, 2 * FORMS]))
@pytest.mark.parametrize(("system", "action"), QUESTIONS)
def test_what_moves_odds_moves_why(system: RuleSystem, action: AnyAction, number: int) -> None:
    testing.check_why(asking(system, action, 1792 + number), number)


@pytest.mark.parametrize("check", [testing.check_reads, testing.check_named])
@pytest.mark.parametrize(("system", "action"), QUESTIONS)
def test_what_counts_says_what_it_reads_and_rests_on(
    system: RuleSystem, action: AnyAction, check: testing.Check
) -> None:
    check(asking(system, action, 1815))
