/* Types of numbers, as the libraries' calls name them. */
#pragma once

#include "../driver_types.h"

EMU_ENUM(cudaDataType_t, CUDA_R_32F, CUDA_R_64F, CUDA_R_16F, CUDA_R_8I, CUDA_R_32I = 10,
         CUDA_R_16BF = 14)
typedef cudaDataType_t cudaDataType;
