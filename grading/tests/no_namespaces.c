/* Runs a command where no namespace can be made, as in a plain container: `no_namespaces make -s
 * test-grader`. */
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define FAIL(number)            BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (number))
#define WHEN(number, otherwise) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, otherwise)

int main(int argc, char **argv)
{
    enum { NEW_NAMESPACES = 0x7e020000, NOT_PERMITTED = 1, NO_SUCH_CALL = 38 };
    struct sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        WHEN(SYS_unshare, 1),
        FAIL(NOT_PERMITTED),
        WHEN(SYS_setns, 1),
        FAIL(NOT_PERMITTED),
        WHEN(SYS_mount, 1),
        FAIL(NOT_PERMITTED),
        WHEN(435, 1), /* clone3 */
        FAIL(NO_SUCH_CALL),
        WHEN(SYS_clone, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, NEW_NAMESPACES, 0, 1),
        FAIL(NOT_PERMITTED),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
    struct sock_fprog filter = {sizeof rules / sizeof *rules, rules};
    if (argc < 2 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter)) {
        perror("no_namespaces");
        return 127;
    }
    execvp(argv[1], argv + 1);
    perror(argv[1]);
    return 127;
}
