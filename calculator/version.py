"""The version of the program, as the record and the command line name it."""

VERSION = "0.1.0"
