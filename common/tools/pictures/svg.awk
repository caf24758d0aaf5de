# What every picture needs: open and close an SVG, boxes, lines, text. Whole numbers only, so that
# every awk prints the same bytes. title and description are what a screen reader says; the
# description may be left out.
function svg_open(width, height, title, description)
{
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" ", width, height
    printf "width=\"%d\" height=\"%d\" role=\"img\" ", width, height
    printf "font-family=\"Helvetica, Arial, sans-serif\" font-size=\"13\">\n"
    printf "<title>%s</title>\n", svg_escaped(title)
    if (description != "")
        printf "<desc>%s</desc>\n", svg_escaped(description)
    svg_box(0, 0, width, height, "#ffffff", "none")
}

function svg_close()
{
    print "</svg>"
}

function svg_box(x, y, width, height, fill, stroke, more)
{
    printf "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\" stroke=\"%s\"%s/>\n",
        x, y, width, height, fill, stroke, more == "" ? "" : " " more
}

function svg_line(x1, y1, x2, y2, stroke, more)
{
    printf "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"%s\"%s/>\n",
        x1, y1, x2, y2, stroke, more == "" ? "" : " " more
}

# anchor: start, middle or end.
function svg_text(x, y, anchor, text, more)
{
    printf "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\"%s>%s</text>\n",
        x, y, anchor, more == "" ? "" : " " more, svg_escaped(text)
}

function svg_escaped(text)
{
    gsub(/&/, "\\&amp;", text)
    gsub(/</, "\\&lt;", text)
    return text
}
