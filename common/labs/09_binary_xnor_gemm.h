/* Lab 09, binary xnor gemm. lesson.h says what the fields mean. */
LAB(09_binary_xnor_gemm, CORE)

#define BINARY_BALLOTS                                                                             \
    "Let lane i keep the i-th of 32 ballots; then all lanes store 32 adjacent words at once."
#define BINARY_COLUMNS                                                                             \
    "Adjacent threads should take adjacent columns: threadIdx.x runs along columns."
#define BINARY_SERVES "A word should serve 4 or 8 counts: read_four, 8 x 4 elements in registers."
#define BINARY_PAD_TILE                                                                            \
    "The lanes of a warp meet in one bank: make each row of the tile one word longer."

STEP(1, pack_rows, PACK_A, NONE, .points = 3, .size = {256, 256, 1},
     .rule = {{LAB_SECTORS_LOADED, .at_most = 9000, .none_at = 32800, .at_least = 512,
               .hint = "Adjacent lanes should look at adjacent elements of a row."},
              {LAB_SECTORS_STORED, .at_most = 1100, .none_at = 8200, .at_least = 1024,
               .hint = BINARY_BALLOTS}})

STEP(2, pack_columns, PACK_B, NONE, .points = 3, .size = {256, 256, 1},
     .rule = {{LAB_SECTORS_LOADED, .at_most = 9000, .none_at = 32800, .at_least = 512,
               .hint = BINARY_COLUMNS},
              {LAB_SECTORS_STORED, .at_most = 1100, .none_at = 8200, .at_least = 1024,
               .hint = BINARY_COLUMNS}})

STEP(3, xnor_table, XNOR, NONE, .points = 8, .size = {128, 128, 1000},
     .rule = {{LAB_SECTORS_LOADED, .at_most = 645600, .none_at = 2347500, .at_least = 512},
              {LAB_ACCESSES, .wanted = 2600000, /* the table is in whatever memory */
               .hint = "Count the ones of each byte by a look-up in the table."},
              {LAB_SECTORS_STORED, .at_most = 2300, .none_at = 16400, .at_least = 2048}})

STEP(4, xnor_row_shared, XNOR, NONE, .points = 8, .size = {128, 128, 1000},
     .rule = {{LAB_SECTORS_LOADED, .at_most = 73800, .none_at = 82900, .at_least = 512,
               .hint = "Are the table and the row of A in shared memory, and ROW_SHARED 1?"},
              {LAB_SECTORS_STORED, .at_most = 2300, .none_at = 16400, .at_least = 2048},
              {LAB_SHARED_WAVEFRONTS, .at_most = 160800, .none_at = 877100, .wanted = 65536,
               .hint = "Each of the four bytes of a word takes one lookup in the shared table."}})

STEP(5, xnor_popc, XNOR, NONE, .points = 4, .size = {128, 128, 1000},
     .rule = {{LAB_SECTORS_LOADED, .at_most = 72700, .none_at = 82900, .at_least = 512,
               .hint = "Is the row of A in shared memory?"},
              {LAB_SECTORS_STORED, .at_most = 2300, .none_at = 16400, .at_least = 2048},
              {LAB_SHARED_WAVEFRONTS, .at_most = 18200, .none_at = 99100, .wanted = 4096,
               .hint = "Only the words of A should come from shared memory; __popc counts ones."}})

STEP(6, xnor_tile, XNOR, NONE, .points = 8, .size = {128, 128, 1000},
     .rule = {{LAB_SECTORS_LOADED, .at_most = 65700, .none_at = 66048, .at_least = 512,
               .hint = "Does a block load each word of its two tiles once? " BINARY_COLUMNS},
              {LAB_SECTORS_STORED, .at_most = 4200, .none_at = 8192, .at_least = 2048,
               .hint = BINARY_COLUMNS},
              {LAB_SHARED_WAVEFRONTS, .at_most = 65536, .none_at = 208900, .hint = BINARY_COLUMNS},
              {LAB_LOAD_REQUESTS, .at_most = 16500, .none_at = 20000,
               .hint = "Are both words of each pair taken from shared memory?"}})

STEP(7, xnor_register, XNOR, NONE, .points = 4, .size = {128, 128, 1000},
     .rule = {{LAB_SECTORS_LOADED, .at_most = 1700, .none_at = 6100, .at_least = 512},
              {LAB_SECTORS_STORED, .at_most = 2300, .none_at = 16400, .at_least = 2048},
              {LAB_SHARED_WAVEFRONTS, .at_most = 4900, .none_at = 26900, .hint = BINARY_SERVES}})

STEP(8, xnor_carry_save, XNOR, NONE, .points = 4, .size = {128, 128, 1000}, LAB_TIMED_STRICTLY,
     .rule = {
         {LAB_SECTORS_LOADED, .at_most = 1700, .none_at = 6100, .at_least = 512},
         {LAB_SECTORS_STORED, .at_most = 2300, .none_at = 16400, .at_least = 2048},
         {LAB_SHARED_WAVEFRONTS, .at_most = 4900, .none_at = 26900, .hint = BINARY_SERVES},
         {LAB_POPCS, .at_most = 300000, .none_at = 524288,
          .hint = "add_bits adds two words: count the ones of its carry alone, once for both."}})

STEP(9, pack_transposed, PACK_BT, NONE, .points = 4, .size = {256, 256, 1},
     .rule = {
         {LAB_SECTORS_LOADED, .at_most = 9000, .none_at = 32800, .at_least = 512},
         {LAB_SECTORS_STORED, .at_most = 1100, .none_at = 8200, .at_least = 1024,
          .hint = "The 32 words of a column should be stored by one warp: through a shared tile."},
         {LAB_LOAD_CONFLICTS, .at_most = 512, .none_at = 8000, .hint = BINARY_PAD_TILE},
         {LAB_STORE_CONFLICTS, .at_most = 512, .none_at = 8000, .hint = BINARY_PAD_TILE}})

/* Lines of 128 words: each lane could take four adjacent ones. */
STEP(10, count_ones, ONES, NONE, .points = 2, .size = {64, 4096, 1},
     .rule = {{LAB_SECTORS_LOADED, .at_most = 1100, .none_at = 4100, .at_least = 256,
               .hint = "Adjacent lanes should load adjacent words."},
              {LAB_SECTORS_STORED, .at_most = 70, .none_at = 500, .at_least = 8}})

STEP(11, xnor_mma_warp, XNOR_MMA, NONE, .points = 4, .size = {128, 128, 1000},
     .rule = {{LAB_SECTORS_LOADED, .at_most = 14600, .none_at = 53300, .at_least = 512},
              {LAB_SECTORS_STORED, .at_most = 4600, .none_at = 32800, .at_least = 2048},
              {LAB_MATRIX_INSTRUCTIONS, .wanted = 512,
               .hint = "binary_mma multiplies 16 x 8 x 256: all products should come from "
                       "it."}})
