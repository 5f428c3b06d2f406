"""The Shoot Action, and the Shoot Reaction that goes the same way."""

from __future__ import annotations

from calculator.rules.action import Aftermath, Draws, Measure, Narration, Severity
from calculator.rules.phrases import counted
from calculator.rules.revolutionary_wars.battalion import permitted
from calculator.rules.revolutionary_wars.narration import narrated, sentence
from calculator.rules.revolutionary_wars.shoot.form import ShootActions, ShootForm
from calculator.rules.revolutionary_wars.shoot.volley import Shooting, Shot, ShotInFull
from calculator.rules.revolutionary_wars.terms import Order


class Shoot(Shooting):
    """A battalion shoots at one enemy battalion."""

    key = "shoot"
    label = "Shoot"
    help = (
        "A battalion shoots at one enemy battalion in its swept ground, as an action or a "
        "reaction: hits, saves, firepower and disorder."
    )
    source = "Shoot Action; Shoot Reaction"
    asks = ShootForm
    severity = Severity[Shot](lambda outcome: outcome.severity, "the shooters")
    measures = (
        Measure("destroys", "a platoon is destroyed", lambda outcome: outcome.lost > 0),
        Measure(
            "shatters",
            "the target ends Shattered or wiped out",
            lambda outcome: outcome.wiped_out or outcome.order is Order.SHATTERED,
        ),
        Measure(
            "unsettles",
            "the target does not end Solid",
            lambda outcome: outcome.wiped_out or outcome.order is not Order.SOLID,
        ),
        Measure("wipes-out", "the target is wiped out", lambda outcome: outcome.wiped_out),
    )
    mnemonic = "s"

    def after(self, drawn: Shot | ShotInFull) -> Aftermath:
        """The target as the shooting leaves it, with the hits that count until the turn ends."""
        later = {}
        if isinstance(drawn, ShotInFull):
            later = {"hits-before": str(drawn.hits), "start-platoons": str(drawn.start_platoons)}
        shot = drawn.listed if isinstance(drawn, ShotInFull) else drawn
        may = permitted(self.form.order) if self.form.shoots is ShootActions.ONCE else ()
        if shot.wiped_out:
            return Aftermath(target=None, target_gone="wiped out", may=may)
        target = {"platoons": str(shot.left), "order": shot.order.value}
        return Aftermath(target=target, may=may, later=later)

    def narrate(self, drawn: ShotInFull, draws: Draws) -> Narration:
        """What the shooting did, what to do on the table, and how the dice fell."""
        how = [sentence([self.swept_words])]
        name, outcome = f"the {self.target.name}", drawn.listed
        if outcome.wiped_out:
            gone = f"Remove {name} from the table"
            return narrated(draws, f"{name} is wiped out", gone, how=how)
        event, steps = f"{name} stays {outcome.order}", []
        taken = counted(outcome.lost, "platoon")
        if outcome.lost:
            steps.append(f"Remove {taken} from the flanks of {name}, {outcome.left} left")
        if outcome.order is not self.target.order:
            event = f"{name} is {outcome.order}"
            steps.append(f"Mark {name} {outcome.order}")
        began = f"which it began with {counted(drawn.start_platoons, 'platoon')}"
        steps.append(f"It has taken {counted(drawn.hits, 'hit')} this turn, {began}")
        losses = f" and loses {taken}" if outcome.lost else ""
        return narrated(draws, event + losses, *steps, how=how)
