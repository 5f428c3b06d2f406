"""The parts of the screens: one widget a file; attributes go down, messages come up."""
