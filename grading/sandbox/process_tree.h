/* The processes below us (process_tree.c). */
#ifndef PROCESS_TREE_H
#define PROCESS_TREE_H

#include <sys/types.h>

/* The jobs that still run: `from` is replaced by `to`; 0 stands for a free place. */
void tree_replace(pid_t from, pid_t to);
int tree_has(pid_t pid);
/* Kills every descendant of ours that belongs to no job that still runs. */
void tree_kill_strays(void);
/* Number of processes from `root` down, and the memory that they occupy. */
int tree_use(pid_t root, double *bytes);

#endif
