/* The handle alone, which programs make together with cuBLAS's: cublasLtMatmul and its kin are
 * refused by name. */
#ifndef EMU_CUBLASLT_H
#define EMU_CUBLASLT_H

#include "cublas_v2.h"

typedef cublasHandle_t cublasLtHandle_t;
#define cublasLtCreate  cublasCreate
#define cublasLtDestroy cublasDestroy

#endif
