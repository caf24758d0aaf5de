#error "helper_cuda.h is not part of CUDA but of NVIDIA's cuda-samples: put it beside your file"
