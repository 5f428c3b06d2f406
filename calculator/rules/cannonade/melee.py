"""The Melee phase: who may attack, what comes of it, what that leaves, and how it is told."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Final

import attrs

from calculator.chance import dice, interface
from calculator.errors import Refusal
from calculator.lengths import shown_length
from calculator.rules import action
from calculator.rules.action import Aftermath, Consequence, Draws, Measure, Narration
from calculator.rules.cannonade import fight, terms
from calculator.rules.cannonade.fight import SOURCE, Fate, MeleeForm, MeleeOutcome, MeleeSide
from calculator.rules.cannonade.terms import Holds, Side
from calculator.rules.phrases import capitalized, counted, ordinal, shown, span

MELEE_ROLL: Final = "melee result"
CASUALTY_ROLL: Final = "casualty result"


def _suffers(key: str, label: str, fate: Fate) -> Measure[MeleeOutcome]:
    """Whether the defenders lose and suffer `fate`."""
    return Measure(key, label, lambda o: o.winner is Side.ATTACKERS and o.fate is fate)


class Melee(action.Action[MeleeForm, MeleeOutcome]):
    """Formations attack an adjacent enemy formation: the ratio of men gives the row of the Melee
    Result Table, and the Casualty Result Table the fate of the losers."""

    key = "melee"
    source = SOURCE
    severity = action.Severity[MeleeOutcome](
        lambda o: (
            (Side.DEFENDERS, None, Side.ATTACKERS).index(o.winner),
            o.attackers_score - o.defenders_score,
            -o.attackers_killed,
        ),
        "the attackers",
    )
    measures = (
        Measure("wins", "the attackers win", lambda o: o.winner is Side.ATTACKERS),
        Measure("loses", "the defenders win", lambda o: o.winner is Side.DEFENDERS),
        Measure("stalemate", "neither side wins", lambda o: o.winner is None),
        _suffers("captures", "the defenders surrender", Fate.SURRENDER),
        _suffers("routs", "the defenders rout", Fate.ROUT),
        _suffers("slaughters", "the defenders are slaughtered", Fate.SLAUGHTER),
    )
    modifiers = (*fight.MEN.values(), fight.COVER, *fight.ROWS, *fight.STAKES.values())

    @cached_property
    def forces(self) -> fight.Forces:
        """Both sides' men, and their numerical strength."""
        return fight.Forces(self.form, self.tables)

    @cached_property
    def fates(self) -> terms.Row[Fate]:
        """The Casualty Result Table."""
        return terms.Row.read(self.tables, fight.FATES, Fate)

    def of_side(self, side: Side) -> MeleeSide:
        """What a side has and stands to lose."""
        spared = {
            what: none
            for what, (_, none, _) in fight.AT_STAKE.items()
            if not self.holds(fight.STAKES[side, what])
        }
        return self.form.of_side(side)._replace(**spared)

    def refusals(self) -> Iterator[Refusal]:
        form, tables = self.form, self.tables
        if not form.attackers.officer and self.forces.larger is Side.DEFENDERS:
            smaller = "a smaller force will not attack a larger one unless an officer is present"
            yield Refusal(smaller, SOURCE)
        if form.fired:
            yield Refusal("men who fired a cannon this turn cannot attack", SOURCE)
        if form.fought:
            yield Refusal("a formation attacks once, and is attacked once, in a melee turn", SOURCE)
        yield from terms.crowding_refusals(form.men, form.holds, tables, form.formations)
        for one in form.also_attacking:
            yield from terms.crowding_refusals(one.men, Holds.NOTHING, tables)
        yield from terms.crowding_refusals(form.target_men, form.target_holds, tables)

    def resolve(self, chance: interface.Chance) -> MeleeOutcome:
        """1D6 at the row of the ratio; unless it is a stalemate, 1D6 for the losers."""
        verdict = chance.read_off(dice.d6(), self.forces.verdicts, MELEE_ROLL)
        winner = self.forces.winner(verdict)
        fate = chance.read_off(dice.d6(), self.fates, CASUALTY_ROLL) if winner else None
        fought = self.forces.decided(winner, fate, verdict is fight.Verdict.MORE_UNHARMED)
        scores = {f"{side.value}_score": self.points_earned(fought, side) for side in Side}
        return attrs.evolve(fought, **scores)  # type: ignore[misc]  # an outcome is of attrs

    def prisoners_taken(self, outcome: MeleeOutcome) -> int:
        """Men whom the winners take prisoner: those who surrender, and routers and unarmed men in
        the losers' hex."""
        if outcome.winner is None:
            return 0
        lost = self.of_side(outcome.winner.other)
        return outcome.captured + lost.routers + lost.unarmed

    def points_earned(self, fought: MeleeOutcome, side: Side) -> int:
        """Victory points for `side`: enemies killed and, if it won, what it captured. Who lost
        loses the points of the prisoners set free: they no longer count."""
        points = self.tables.points
        score = fought.killed(side.other) * points("victory.man-killed")
        if fought.winner is None:
            return score
        if fought.winner is not side:
            return score - self.of_side(side).prisoners * points("victory.man-captured")
        score += self.prisoners_taken(fought) * points("victory.man-captured")
        lost = self.of_side(side.other)
        if lost.holds is not Holds.NOTHING:
            score += points(f"victory.{lost.holds.value}-captured")
        if lost.officer and fought.fate is not Fate.ROUT:
            fate = "captured" if fought.fate is Fate.SURRENDER else "killed"
            score += lost.officer * points(f"victory.officer-{fate}")
        if not self.saves_flag(fought):
            score += lost.flag * points("victory.flag-captured")
        return score

    def saves_flag(self, fought: MeleeOutcome) -> bool:
        """Whether the losers carry their flag away."""
        return fought.fate is Fate.ROUT and self.tables.is_so("melee.flag-saved")

    def left(self, outcome: MeleeOutcome, side: Side) -> Iterator[tuple[int, int, int]]:
        """The men whom each formation of a side loses, whom it has left and whom it escorts: it
        bears its share of the dead, by its number."""
        total, so_far, fallen = self.of_side(side).men, 0, 0
        for had, escorted in self.form.formations_of(side):
            so_far += had
            killed = outcome.killed(side) * so_far // total - fallen
            fallen += killed
            yield killed, had - killed, escorted

    def after(self, drawn: MeleeOutcome) -> Aftermath:
        """Both sides' men, prisoners and victory points; neither attacks, nor the target is
        attacked, again in this melee turn.

        Losers are out of it whatever their fate: routers neither attack nor are attacked.
        """
        (actor, *further), (target,) = (tuple(self._became(drawn, side)) for side in Side)
        return Aftermath(
            actor=actor.values,
            target=target.values,
            actor_gone=actor.gone,
            target_gone=target.gone,
            actor_had=actor.had,
            target_had=target.had,
            others=(*further, *self._others(drawn)),
            side=self._gains(drawn, Side.ATTACKERS),
            enemy=self._gains(drawn, Side.DEFENDERS),
            may=("rally",),
            later={"fought": "yes"},
        )

    def _became(self, outcome: MeleeOutcome, side: Side) -> Iterator[Consequence]:
        """What becomes of each formation of a side: of losers, who rout or are taken, the men whom
        they have left, of the first of the winners the prisoners too."""
        taken = self.prisoners_taken(outcome) if outcome.winner is side else 0
        for number, (_, men, escorted) in enumerate(self.left(outcome, side), 1):
            unit, left = f"the {ordinal(number)} formation", {"men": str(men)}
            if outcome.winner is side.other or not men:
                fate = outcome.fate if outcome.fate and men else Fate.SLAUGHTER
                yield Consequence("also-attacking", unit, None, fate.meaning, left)
                continue
            left["prisoners"] = str(escorted + (taken if number == 1 else 0))
            if outcome.winner is side:
                left |= action.MOVED
            attacked = {"fought": "yes"} if side is Side.ATTACKERS else {}
            yield Consequence("also-attacking", unit, left | attacked)

    def _gains(self, outcome: MeleeOutcome, side: Side) -> dict[str, str]:
        """A side's victory points, and the men whom it holds, whom it has back, and who rout."""
        held = unarmed = routing = 0
        if outcome.winner is side:
            held, unarmed = self.prisoners_taken(outcome), self.of_side(side.other).prisoners
        elif outcome.winner:
            lost = self.of_side(side)
            held, unarmed = -lost.prisoners, -lost.unarmed
            routing = outcome.routing - lost.routers
        score = outcome.score(side)
        return terms.tallied(
            victory_points=score, prisoners_held=held, unarmed=unarmed, routing=routing
        )

    def _others(self, outcome: MeleeOutcome) -> Iterator[Consequence]:
        """Men of either side who are free again and unarmed, and men who rout."""
        if outcome.winner:
            loser = outcome.winner.other
            prefix, freed = "target-" * (loser is Side.DEFENDERS), self.of_side(loser).prisoners
            who = f"prisoners of the {loser} set free, unarmed"
            yield from terms.unformed(f"{prefix}prisoners", freed, who)
            yield from terms.unformed(f"{prefix}men", outcome.routing, f"the routing {loser}")

    def parties(self) -> action.Parties:
        further = {
            f"also-attacking#{row}": (f"the {ordinal(row + 1)} formation",)
            for row, _ in enumerate(self.form.also_attacking, 1)
        }
        actor = ("the 1st formation",) if further else ("the attackers", "attackers")
        return {"actor": actor, "target": ("the defenders", "defenders"), **further}

    def _all(self, side: Side) -> str:
        """Everyone of a side, in words of which a name can take its place: that of the first of
        several attackers stands for itself alone."""
        several = side is Side.ATTACKERS and self.form.also_attacking
        return "the 1st formation and the other attackers" if several else f"the {side}"

    def narrate(self, drawn: MeleeOutcome, draws: Draws) -> Narration:
        headline, decided = "Stalemate: neither side gives way.", tuple[str, ...]()
        if drawn.winner and drawn.fate:
            won, lost = self._all(drawn.winner), self._all(drawn.winner.other)
            slaughtered = drawn.fate is Fate.SLAUGHTER
            become = "are slaughtered to the last man" if slaughtered else drawn.fate.label
            headline = f"{capitalized(won)} win; {lost} {become}."
            decided = (*self._losers(drawn, drawn.winner), *self._winners(drawn, drawn.winner))
        steps = (*self._killed(drawn), *decided, *self._scores(drawn))
        return Narration(headline, steps, self._how(draws))

    def _killed(self, outcome: MeleeOutcome) -> Iterator[str]:
        for side in Side:
            left = list(self.left(outcome, side))
            for number, (killed, men, _) in enumerate(left, 1):
                whose = f"the {side}'" if len(left) == 1 else f"the {ordinal(number)} formation's"
                if killed:
                    yield f"Remove {killed} of {whose} men: {men or 'none'} left."

    def _losers(self, outcome: MeleeOutcome, winner: Side) -> Iterator[str]:
        lost = self.of_side(winner.other)
        officers = "officer" if lost.officer == 1 else "officers"
        alone = outcome.captured + outcome.routing == 1 and not lost.officer
        remaining = counted(outcome.captured + outcome.routing, "man", "men")
        remaining += f" and their {officers}" if lost.officer else ""
        if outcome.fate is Fate.SURRENDER:
            are = "is" if alone else "are"
            yield f"The remaining {remaining} {are} taken prisoner by {self._all(winner)}."
        elif outcome.fate is Fate.ROUT:
            flee = "routs and moves" if alone else "rout and move"
            yield f"The remaining {remaining} {flee} at once. {terms.ROUTERS_MOVE}"
        elif lost.officer:
            last = "man" if lost.officer == 1 else "men"
            yield f"Remove their {officers}, the last {last} killed."
        if lost.flag:
            flags, taken = ("flags", "are") if lost.flag > 1 else ("flag", "is")
            carried = f"The routers carry their {flags} away."
            yield carried if self.saves_flag(outcome) else f"Their {flags} {taken} captured."

    def _winners(self, outcome: MeleeOutcome, winner: Side) -> Iterator[str]:
        """What the winners do in the losers' hex: half or more of them move there, as many as it
        has room for."""
        won, lost, all_of_them = self.of_side(winner), self.of_side(winner.other), self._all(winner)
        men = won.men - outcome.killed(winner)
        most = min(men, terms.most_men(lost.holds, self.tables))
        number = span(min((men + 1) // 2, most), most)
        moving = f"{number} of their {men} men" if men > 1 else "their 1 man"
        who, losers = capitalized(all_of_them), self._all(winner.other)
        yield f"{who} move {moving} into the hex of {losers} at once."
        if lost.holds is not Holds.NOTHING:
            yield f"They capture the {lost.holds} there."
        if lost.prisoners:
            went = "escaped" if outcome.fate is Fate.SLAUGHTER else f"went back to {all_of_them}"
            prisoners = counted(lost.prisoners, "prisoner")
            yield f"The {prisoners} whom they escorted {went}, unarmed."
        for found, kind in ((lost.routers, "routing"), (lost.unarmed, "unarmed")):
            if found:
                become = "becomes a prisoner" if found == 1 else "become prisoners"
                yield f"The {counted(found, f'{kind} man', f'{kind} men')} in the hex {become}."
        if escorted := won.prisoners + self.prisoners_taken(outcome):
            yield f"{who} escort {counted(escorted, 'prisoner')}."

    def _scores(self, outcome: MeleeOutcome) -> Iterator[str]:
        for side in Side:
            if score := outcome.score(side):
                verb = "score" if score > 0 else "lose"
                points = terms.points_won(score, self.of_side(side).victory_points)
                yield f"{capitalized(self._all(side))} {verb} {points}."

    def _how(self, draws: Draws) -> Iterator[str]:
        form = self.form
        strength = self.forces.strength[Side.DEFENDERS]
        counting = f" in {form.target_terrain} terrain, who count as {shown_length(strength)}"
        cover = counting if strength != form.target_men else ""
        attackers = counted(form.attackers.men, "man", "men")
        yield f"{attackers} against {form.target_men}{cover}: row {self.forces.ratio}."
        roll = shown(draws, MELEE_ROLL)
        yield f"Rolled {roll} for the melee: {self.forces.verdicts.told(roll)}."
        if (roll := shown(draws, CASUALTY_ROLL)) is not None:
            yield f"Rolled {roll} for the losers: {self.fates.told(roll)}."
