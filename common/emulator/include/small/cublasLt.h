/* A handle of cuBLASLt, for programs that make one and never use it: products are cuBLAS's. */
#pragma once
#include "cublas_v2.h"
typedef cublasHandle_t cublasLtHandle_t;
#define cublasLtCreate  cublasCreate
#define cublasLtDestroy cublasDestroy
