/* Whose a shared variable is, by its mangled name (owners.c). */
#ifndef EMU_OWNERS_H
#define EMU_OWNERS_H

int owner_is_host_thread(const char *variable); /* thread-local, but no shared memory */
int owner_is_kernel(const char *variable);      /* it belongs to a kernel: no other may touch it */
int owner_is_function(const char *variable, const char *mangled);
/* d, m, c: a template's variable in device, managed or constant memory; 0: no such. */
char owner_of_static(const char *variable);
int owner_is_named(const char *variable, const char *kernel); /* as a launch writes it */

#endif
