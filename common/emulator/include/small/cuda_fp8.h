/* Nothing of it is here: what a program uses of it is refused by name (compiler/say.c). */
