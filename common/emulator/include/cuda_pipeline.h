#ifndef EMU_CUDA_PIPELINE_H
#define EMU_CUDA_PIPELINE_H
#include "cuda_pipeline_primitives.h"
#endif
