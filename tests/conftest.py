"""What all tests share: property tests judge the code, not how busy the machine is, nor by luck.

How many random questions the rules forbid is chance, so that it may not fail a run; a test that
finds none they allow still fails.
"""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "empires",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.register_profile("quick", settings.get_profile("empires"), max_examples=15)
settings.load_profile("empires")
