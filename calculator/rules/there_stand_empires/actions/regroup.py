"""The regroup."""

from __future__ import annotations

from typing import Final

from calculator.rules.system import Action
from calculator.rules.there_stand_empires import aftermath, forms, refusals, regroup

REGROUP: Final = Action(
    key="regroup",
    label="Regroup",
    help="Rally a disordered or demoralized unit.",
    source="III.B, V, IX",
    form=forms.RegroupForm,
    resolution=regroup.regroup,
    words=regroup.regroup_words,
    severity=regroup.regroup_severity,
    factors=regroup.regroup_factors,
    refusals=refusals.refuse_regroup,
    measures=regroup.REGROUP_MEASURES,
    aftermath=aftermath.after_regroup,
)
