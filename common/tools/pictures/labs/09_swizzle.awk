# Where the eight chunks of 16 bytes of each line of a tile stand, in order and with the XOR
# swizzle: chunk c of line l at place c ^ l % 8. Needs svg.awk.
BEGIN {
    ink = "#252525"
    soft = "#595959"
    chosen = 2
    split("#c6dbef #fdd0a2 #c7e9c0 #dadaeb #fee391 #fcbba1 #d9d9d9 #ccece6", fill, " ")
    svg_open(960, 370, "Eight lines of eight chunks: in order, and with the XOR swizzle",
             "In order, chunk 2 of all eight lines stands at place 2, in banks 8 to 11. " \
             "With the swizzle it stands at places 2, 3, 0, 1, 6, 7, 4 and 5: in all 32 banks.")
    panel(80, "in order: chunk c at place c", 0)
    panel(560, "swizzled: chunk c at place c ^ (line % 8)", 1)
    svg_text(30, 330, "start",
             "In each cell: the number of the chunk that stands there. " \
             "Black frames: chunk " chosen " of each line. " \
             "ldmatrix reads the same chunk of eight lines at once.",
             "font-size=\"12\" fill=\"" soft "\"")
    svg_text(30, 352, "start", "Line 5 = 101 in binary, chunk 2 = 010: place 101 ^ 010 = 111 = 7.",
             "font-size=\"12\" fill=\"" soft "\"")
    svg_close()
}

# XOR of two numbers below 8.
function xor(a, b,  bit, sum)
{
    for (bit = 1; bit < 8; bit *= 2)
        sum += (int(a / bit) % 2 != int(b / bit) % 2) * bit
    return sum + 0
}

function panel(x, title, swizzled,  line, at, chunk, pass)
{
    svg_text(x, 34, "start", title, "font-size=\"16\" font-weight=\"bold\" fill=\"" ink "\"")
    for (at = 0; at < 8; at++) {
        svg_text(x + at * 44 + 22, 66, "middle", "place " at, "font-size=\"11\" fill=\"" soft "\"")
        svg_text(x + at * 44 + 22, 80, "middle", 4 * at "-" 4 * at + 3,
                 "font-size=\"10\" fill=\"" soft "\"")
    }
    svg_text(x - 8, 80, "end", "banks", "font-size=\"10\" fill=\"" soft "\"")
    for (pass = 0; pass < 2; pass++)
        for (line = 0; line < 8; line++) {
            if (!pass)
                svg_text(x - 8, 105 + line * 24, "end", "line " line,
                         "font-size=\"11\" fill=\"" soft "\"")
            for (at = 0; at < 8; at++) {
                chunk = swizzled ? xor(at, line) : at
                if (!pass) {
                    svg_box(x + at * 44, 88 + line * 24, 43, 23, fill[chunk + 1], "none")
                    svg_text(x + at * 44 + 22, 105 + line * 24, "middle", chunk, "fill=\"" ink "\"")
                } else if (chunk == chosen)
                    svg_box(x + at * 44, 88 + line * 24, 43, 23, "none", ink, "stroke-width=\"2\"")
            }
        }
    svg_text(x, 304, "start",
             swizzled ? "1 wavefront for a chunk of eight lines" \
             : "8 wavefronts for a chunk of eight lines",
             "font-weight=\"bold\" fill=\"" (swizzled ? "#2171b5" : "#d95f02") "\"")
}
