"""The same screens in a browser: a gate in front of textual-serve.

textual-serve carries a Textual screen to a browser, but lets anyone in, from any page, and leaves
processes behind. The gate asks for a join code, checks where requests come from, limits how many
and how long, and watches over every process it starts.
"""
