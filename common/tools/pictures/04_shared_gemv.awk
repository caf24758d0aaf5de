# The tile is filled, A is read, the tile is read. Needs svg.awk and lanes.awk.
BEGIN {
    lanes_read("gemv_shared")
    svg_open(912, 650, "One warp: it fetches 32 floats of x into shared memory, reads 32 floats of A, and one word of the tile for all lanes")
    svg_text(40, 30, "start", "One warp of the kernel with a tile of x, as the emulator recorded it", "font-size=\"16\" font-weight=\"bold\"")
    lanes_panel(66, "fetching the tile: x from global memory", lanes_find("global", "read", "line", 1))
    lanes_panel(215, "... into shared memory: 32 words, one in each bank", lanes_find("shared", "write", "line", 1))
    lanes_panel(364, "using it: A, column 0, from global memory", lanes_find("global", "read", "line", 1 + tile_loads()))
    lanes_panel(513, "... and tile[0], one word of shared memory for all lanes: a broadcast", lanes_find("shared", "read", "same", 1))
    svg_close()
}

# How often the warp reads x before it reads A: once for each time that it writes the tile.
function tile_loads(  a, writes)
{
    for (a = 1; a <= lanes_count && (lanes_type[a] != "read" || lanes_space[a] != "shared"); a++)
        writes += lanes_space[a] == "shared" && lanes_type[a] == "write"
    return writes
}
