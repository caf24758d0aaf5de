# The programs of refused.txt and accepted.txt, each in a folder of its own. To be sourced.
# shellcheck shell=bash
# One folder a program: FOLDER/t.cu, name and expect.
split() { # LIST TO
    mkdir -p "$2"
    awk -v to="$2" '
        /^== / { folder = sprintf("%s/%03d", to, ++n); system("mkdir -p " folder); print substr($0, 4) >(folder "/name"); next }
        /^-[-~]/ { print >(folder "/expect"); file = folder "/t.cu"; next }
        n { print >file }' "$1"
}
# programs FOLDER: FOLDER/refused/…, FOLDER/accepted/…
programs() {
    split common/tests/language/refused.txt "$1/refused"
    split common/tests/language/accepted.txt "$1/accepted"
    local folder
    for folder in "$1"/accepted/*; do
        grep -q ' main(' "$folder/t.cu" || cat >>"$folder/t.cu" <<'EOF_MAIN'
#include <stdio.h>
int main()
{
    int *p, r[128];
    cudaMalloc(&p, sizeof r);
    for (int i = 0; i < 128; i++)
        r[i] = i;
    cudaMemcpy(p, r, sizeof r, cudaMemcpyHostToDevice);
    k<<<1, 32>>>(p);
    cudaMemcpy(r, p, sizeof r, cudaMemcpyDeviceToHost);
    cudaFree(p);
    printf("-- %d %d\n", r[0], r[1]);
    return cudaGetLastError();
}
EOF_MAIN
    done
}
