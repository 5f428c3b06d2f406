"""What a battle costs both sides in a forecast, drawn: python examples/losses.py maida.svg"""

import sys

import matplotlib.pyplot as plt

from calculator import forecast, load_scenario

battle = load_scenario("maida")
rows = forecast(battle, 200, seed="1815")
for side in battle.sides:
    losses = [100 * float(str(row[f"{side.key}_loss"])) for row in rows]
    plt.hist(losses, bins=20, alpha=0.5, label=f"{side.called}: men lost, percent")
plt.legend(title="200 battles (a forecast, not odds)")
plt.savefig(sys.argv[1])
