/* Lab 09/tensor_cores, for experts. lesson.h says what the fields mean. */
LAB(09_binary_xnor_gemm_tensor_cores, EXPERT)

/* Both steps have the same counts but for the copies. */
#define XNOR_TILES                                                                                 \
    {LAB_SECTORS_LOADED, .at_most = 1200, .none_at = 4400, .at_least = 512},                       \
        {LAB_SECTORS_STORED, .at_most = 2300, .none_at = 16400, .at_least = 2048},                 \
        {LAB_SHARED_WAVEFRONTS, .at_most = 844, .none_at = 4600,                                   \
         .hint = "Eight lines, 16 bytes of each, should lie in different banks: pad a line of a "  \
                 "tile by 4 words (step 1), or put chunk c of line l at c ^ l % 8 (step 2)."},     \
    {                                                                                              \
        LAB_MATRIX_INSTRUCTIONS,                                                                   \
            .wanted = 512,                                                                         \
            .hint = "binary_mma multiplies 16 x 8 x 256: all products should come from it."        \
    }

STEP(1, xnor_mma_shared, XNOR_MMA, NONE, .points = 4, .size = {128, 128, 1000},
     .rule = {XNOR_TILES})

STEP(2, xnor_mma_async, XNOR_MMA, NONE, .points = 4, .size = {128, 128, 1000},
     .rule = {XNOR_TILES,
              {LAB_ASYNC_COPIES, .wanted = 32,
               .hint = "__pipeline_memcpy_async should bring both tiles."}})
