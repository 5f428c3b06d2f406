"""Two ratings compared: what would it change if a brigade were veteran, not average?

One unit of a shipped battle meets every enemy under both ratings, and fights a duel over four
hours.

    python examples/two_ratings.py
"""

from calculator import duel, load_scenario, sweep
from calculator.tuning.variations import with_unit

BATTLE = load_scenario("quatre-bras")
BRIGADE, ENEMY = "Husson's brigade", "Bylandt's brigade"

for row in sweep(BATTLE, f"{BRIGADE}.quality=average,veteran", actor=BRIGADE):
    mean = row.chances[0] or 0
    print(
        f"{row.values[0]:8} carries the position in {float(mean):6.1%} of its assaults, on average"
    )

for quality in ("average", "veteran"):
    battle = with_unit(BATTLE, BATTLE.find(BRIGADE), {"quality": quality})
    course = duel(battle, BRIGADE, ENEMY, policy="regroup when own demoralized; assault", turns=4)
    standing = float(course.surviving("second")[-1])
    print(f"{quality:8} leaves {ENEMY} on the table after four hours in {standing:6.1%}")
