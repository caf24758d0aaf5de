/* The last part of make bench: turns docs/results/LAB.json into tables and plots. Tables go between
 * the markers <!-- bench:LAB begin --> and <!-- bench:LAB end --> of README.md and the pages in
 * docs and docs/results; bench:ladder is the best step of every lab, bench:LAB_headline has a
 * result's rows at its headline size only.
 * In docs/results a table has every column; elsewhere seven, one of them with another card's times
 * (docs/results/CARD/LAB.json). docs/results/CARD/tables.md has all of that card.
 * Plots go to docs/results, as a gnuplot script and, where gnuplot is there, the SVG that it draws.
 * Nothing is written before every result and every marker has been understood. Run in the
 * repository's root. */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"

int main(void)
{
    glob_t found;
    memset(&found, 0, sizeof found);
    for (int of_another = 0; of_another < 2; of_another++) {
        if (glob(of_another ? "docs/results/*/*.json" : "docs/results/*.json", 0, NULL, &found) ==
            0)
            for (size_t i = 0; i < found.gl_pathc; i++)
                load(found.gl_pathv[i], of_another);
        globfree(&found);
    }
    if (access("README.md", R_OK))
        die("there is no README.md here: run this in the repository's root");
    glob("README.md", 0, NULL, &found);
    glob("docs/*.md", GLOB_APPEND, NULL, &found);
    glob("docs/results/*.md", GLOB_APPEND, NULL, &found);
    for (int pass = 0; pass < 2;
         pass++) { /* the first only looks: it may die, and a picture may not be drawn yet */
        for (size_t i = 0; i < found.gl_pathc; i++) {
            char *text = read_whole(found.gl_pathv[i]), *made = rendered(found.gl_pathv[i], text);
            if (pass)
                put(found.gl_pathv[i], made);
            free(made);
            free(text);
        }
        for (int i = 0; i < result_count && !pass; i++)
            draw(&results[i], results[i].name);
        if (!pass && result_count)
            draw(NULL, "ladder");
    }
    globfree(&found);
    for (int i = 0; i < other_count; i++)
        if (i == 0 || strcmp(others[i].card, others[i - 1].card) != 0) {
            char file[120], *made = tables_of_card(others[i].card);
            snprintf(file, sizeof file, "docs/results/%s/tables.md", others[i].card);
            put(file, made);
            free(made);
        }
    for (int i = 0; i < result_count; i++)
        json_decref(results[i].root);
    for (int i = 0; i < other_count; i++)
        json_decref(others[i].root);
    return 0;
}
