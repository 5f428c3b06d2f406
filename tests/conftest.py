"""What all tests share: property tests judge the code, not how busy the machine is."""

from hypothesis import settings

settings.register_profile("empires", deadline=None)
settings.load_profile("empires")
