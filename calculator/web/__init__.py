"""The battle in browsers: pages made from the same declarations as screen and command line. One
process serves everybody. A page works as the server makes it; a small script of our own lets odds
follow each tap and others' rulings appear by themselves."""
