/* Signals that a program gets for what it did (faults.c). */
#ifndef EMU_FAULTS_H
#define EMU_FAULTS_H

void faults_install(void); /* before main */

#endif
