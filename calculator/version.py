"""The version of the program, as the record and the command line name it."""

VERSION = "0.2.0"
