/* Attacks on what is prepared: prepare_… is not timed, so whoever could do the work there would
 * be fast for nothing. */
#include "03_constant_gemv/mutants.h"

#define L3_TOP    "#include \"lab.h\"\n"
#define L3_ENOUGH "gemv_constant<<<(m - 1) / BLOCK + 1, BLOCK>>>(A, lda, y, m, n);"

static const struct submission attacks_03[] = {
    {"sleeps_in_prepare",
     1,
     REFUSED,
     "calls usleep: a lab does not wait",
     {{L3_TOP, L3_TOP "#include <unistd.h>\n"}, {L3_PREPARE, L3_PREPARE "\n    usleep(100000);"}}},
    {"never_ends_in_prepare",
     1,
     TIMEOUT,
     NULL,
     {{L3_PREPARE, L3_PREPARE "\n    for (volatile int i = 0;; i++)\n        ;"}}},
    {"computes_in_prepare", /* with the A of the call before: it is another by now */
     1,
     WRONG,
     NULL,
     {{"void prepare_gemv_constant(const float *x, int n)\n{",
       "static const float *last_a;\nstatic float *kept;\nstatic long last_lda, last_m, last_n;\n"
       "void prepare_gemv_constant(const float *x, int n)\n{\n"
       "    if (last_a && last_n == n && kept) {\n"
       "        cudaMemcpyToSymbol(constant_x, x, n * sizeof(float), 0, "
       "cudaMemcpyDeviceToDevice);\n"
       "        gemv_constant<<<(last_m - 1) / BLOCK + 1, BLOCK>>>(last_a, last_lda, kept, last_m, "
       "n);\n    }"},
      {L3_ENOUGH,
       "if (kept && last_m == m && last_n == n) {\n"
       "        cudaMemcpy(y, kept, m * sizeof(float), cudaMemcpyDeviceToDevice);\n"
       "        return;\n    }\n    " L3_ENOUGH
       "\n    last_a = A;\n    last_lda = lda;\n    last_m = "
       "m;\n    last_n = n;\n    if (kept)\n        cudaFree(kept);\n"
       "    if (cudaMalloc(&kept, m * sizeof(float)) != cudaSuccess)\n        kept = NULL;"}}},
    {"prepares_the_answer", /* zeros, since prepare_ sees no A */
     1,
     WRONG,
     NULL,
     {{L3_ENOUGH, "cudaMemset(y, 0, m * sizeof(float));"}}},
    {"prepares_once",
     1,
     WRONG,
     NULL,
     {{L3_PREPARE, "static int done;\n    if (done++)\n        return;\n    " L3_PREPARE}}},
    {"reads_x_later", /* prepare_'s x, kept as a pointer */
     2,
     WRONG,
     NULL,
     {{L3_CHUNKS, "static const float *first_x;\n    if (!first_x)\n        first_x = x;\n    x = "
                  "first_x;\n    " L3_CHUNKS}}},
};
