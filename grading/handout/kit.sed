# What a kit's text files say in place of commands that a kit has not.
s/ (`TREE=solutions` sweeps the solution)//
s/ \[TREE=labs\\\{0,1\}|solutions\]//
s/ TREE=solutions`/`/g
s/ \[DEV=1\]//
