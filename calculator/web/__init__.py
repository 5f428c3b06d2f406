"""The battle in browsers: pages made from the same declarations as screen and command line.

One process serves everybody. A page is made on the server and works as it is; a small script of our
own lets odds follow each tap and others' rulings appear by themselves.
"""
