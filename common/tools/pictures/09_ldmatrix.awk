# What load_matrices (ldmatrix) does: which lane names which 16 bytes, which lane gets which word, and
# the banks that eight rows of one block meet, for lines of 32 and of 36 words. Needs svg.awk.
BEGIN {
    ink = "#252525"; soft = "#595959"; hit = "#2171b5"; clash = "#d95f02"
    split("#deebf7 #fee6ce #e5f5e0 #efedf5", fill, " ")
    split("#6baed6 #fd8d3c #74c476 #9e9ac8", edge, " ")
    high = 19
    svg_open(980, 650, "ldmatrix: the addresses that lanes name, the words that lanes get, and the banks",
             "Left: lane i names 16 bytes, row i mod 16, words 0 to 3 or 4 to 7. Middle: each lane gets one word of each of the four blocks of 8 rows by 4 words. " \
             "Below: eight rows of a block meet the same four banks where a line has 32 words, and all 32 banks where it has 36.")
    svg_text(30, 30, "start", "load_matrices(a, &a_tile[row + lane % 16][word + lane / 16 * 4])", "font-size=\"16\" font-weight=\"bold\" font-family=\"monospace\" fill=\"" ink "\"")
    addresses(70, 100)
    words(500, 100)
    svg_text(30, 446, "start", "Eight rows of one block leave shared memory together: the banks of rows 0 to 7, words 0 to 3", "font-weight=\"bold\" fill=\"" ink "\"")
    banks(70, 476, 32)
    banks(500, 476, 36)
    svg_close()
}

function addresses(x, y,  r, half, i)
{
    svg_text(x, y - 28, "start", "each lane names 16 bytes", "font-weight=\"bold\" fill=\"" ink "\"")
    for (half = 0; half < 2; half++)
        svg_text(x + half * 160 + 80, y - 8, "middle", half ? "words 4 to 7" : "words 0 to 3", "font-size=\"11\" fill=\"" soft "\"")
    for (r = 0; r < 16; r++) {
        svg_text(x - 6, y + r * high + 14, "end", r, "font-size=\"10\" fill=\"" soft "\"")
        for (half = 0; half < 2; half++) {
            i = int(r / 8) + 2 * half
            svg_box(x + half * 160, y + r * high, 158, high - 1, fill[i + 1], edge[i + 1])
            svg_text(x + half * 160 + 79, y + r * high + 14, "middle", "lane " (r + 16 * half), "font-size=\"11\" fill=\"" ink "\"")
        }
    }
    svg_text(x, y + 322, "start", "the four colors: blocks 0 to 3 of 8 rows x 4 words", "font-size=\"12\" fill=\"" soft "\"")
}

function words(x, y,  r, w, i)
{
    svg_text(x, y - 28, "start", "each lane gets one word of each block", "font-weight=\"bold\" fill=\"" ink "\"")
    for (w = 0; w < 8; w++)
        svg_text(x + w * 40 + 20, y - 8, "middle", "word " w, "font-size=\"11\" fill=\"" soft "\"")
    for (r = 0; r < 16; r++)
        for (w = 0; w < 8; w++) {
            i = int(r / 8) + 2 * int(w / 4)
            svg_box(x + w * 40, y + r * high, 38, high - 1, fill[i + 1], edge[i + 1])
            svg_text(x + w * 40 + 19, y + r * high + 14, "middle", 4 * (r % 8) + w % 4, "font-size=\"11\" fill=\"" ink "\"")
        }
    for (i = 0; i < 4; i++)
        svg_text(x + 334, y + (i % 2) * 152 + int(i / 2) * 20 + 60, "start", (i < 2 ? "left" : "right") ": a[" i "]", "font-size=\"12\" fill=\"" ink "\"")
    svg_text(x, y + 322, "start", "this is the fragment of A that binary_mma wants", "font-size=\"12\" fill=\"" soft "\"")
}

# Across: 32 banks. Down: rows 0 to 7 of a tile whose lines have `line` words.
function banks(x, y, line,  r, w, bank, count)
{
    svg_text(x, y - 6, "start", "lines of " line " words", "fill=\"" ink "\"")
    for (r = 0; r < 8; r++)
        for (w = 0; w < 4; w++)
            count[(r * line + w) % 32]++
    svg_box(x, y, 320, 112, "#f7f7f7", "#d9d9d9")
    for (r = 0; r < 8; r++) {
        svg_text(x - 6, y + r * 14 + 11, "end", r, "font-size=\"10\" fill=\"" soft "\"")
        for (w = 0; w < 4; w++) {
            bank = (r * line + w) % 32
            svg_box(x + bank * 10, y + r * 14, 9, 13, count[bank] > 1 ? clash : hit, "none")
        }
    }
    svg_text(x, y + 128, "start", "bank 0", "font-size=\"10\" fill=\"" soft "\"")
    svg_text(x + 320, y + 128, "end", "31", "font-size=\"10\" fill=\"" soft "\"")
    svg_text(x, y + 150, "start", count[0] == 1 ? "1 wavefront: every bank delivers one word" : count[0] " wavefronts: every row needs banks 0 to 3", "font-weight=\"bold\" fill=\"" (count[0] > 1 ? clash : hit) "\"")
}
