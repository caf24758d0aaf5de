#error "Thrust's algorithms run on the host here: thrust::device instead of thrust::cuda::par"
