"""Orders of battle in TOML: read, checked, written.

>>> scenario = load("quatre-bras")
>>> scenario.fill("actor", "Husson's brigade")
"""

from calculator.scenarios.loading import load
from calculator.scenarios.model import Doubt, Formation, General, Scenario, Side, Terrain, Unit
from calculator.scenarios.places import find_scenario, known_scenarios
