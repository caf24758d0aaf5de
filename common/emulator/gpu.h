#include <stddef.h>
size_t gpu_max_shared(void);
