/* EMU_VIEW=out.json: what `make view` draws (docs/emulator.md has the form of the file). */
#ifndef EMU_VIEW_H
#define EMU_VIEW_H

extern const struct observer view_observer;
/* Writes the file, if it was asked for. Called once, when the program ends. */
void view_write(void);

#endif
