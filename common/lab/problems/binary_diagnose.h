/* Lab 09: what the mistake in a wrong product looks like. Included by binary_verify.h. */
#ifndef LAB_PROBLEMS_BINARY_DIAGNOSE_H
#define LAB_PROBLEMS_BINARY_DIAGNOSE_H

/* Kinds of mistakes, and what a given element would then be. */
enum lab_xnor_mistake {
    LAB_XNOR_PADDED,  /* the bits beyond k counted as pairs that agree */
    LAB_XNOR_PITCHED, /* the same up to the end of a packed line */
    LAB_XNOR_FLIPPED,
    LAB_XNOR_DIFFER, /* only the bits that differ, or agree, were counted */
    LAB_XNOR_AGREE,
    LAB_XNOR_SHORT, /* without the last word */
    LAB_XNOR_LATE,  /* without the first */
    LAB_XNOR_PART,  /* only the last of the parts of 1,024 words that steps 4 and 5 take */
    LAB_XNOR_TURNED,
    LAB_XNOR_PLUS, /* k + 2 d */
    LAB_XNOR_AND,  /* ones of a & b for those of a ^ b */
    LAB_XNOR_OR,
    LAB_XNOR_A_ONES, /* of the ones of A and B only those of one were taken */
    LAB_XNOR_B_ONES,
    LAB_XNOR_PAIRS, /* of a carry-save sum: pairs counted as one */
    LAB_XNOR_NO_SINGLE,
    LAB_XNOR_MISTAKES
};

enum { LAB_XNOR_PART_WORDS = 1024 };

static inline double lab_xnor_mistaken(const struct lab_reference *r, int row, int col,
                                       enum lab_xnor_mistake mistake)
{
    int k = r->question.k, words = binary_words(k), from = mistake == LAB_XNOR_LATE,
        to = words - (mistake == LAB_XNOR_SHORT);
    if (mistake == LAB_XNOR_PART)
        from = (words - 1) / LAB_XNOR_PART_WORDS * LAB_XNOR_PART_WORDS;
    if (mistake == LAB_XNOR_TURNED)
        return lab_xnor_should(r, col, row);
    const uint32_t *of_a = lab_xnor_line(r, 0, row), *of_b = lab_xnor_line(r, 1, col);
    int d = lab_xnor_differ(of_a, of_b, from, to), a = 0, b = 0, both = 0;
    uint32_t odd = 0;
    for (int word = 0; word < words && mistake > LAB_XNOR_TURNED; word++) {
        a += lab_popcount(of_a[word]);
        b += lab_popcount(of_b[word]);
        both += lab_popcount(of_a[word] & of_b[word]);
        odd ^= of_a[word] ^ of_b[word];
    }
    const int single = lab_popcount(odd);
    switch (mistake) {
    case LAB_XNOR_PADDED:
        return words * BINARY_BITS - 2 * d;
    case LAB_XNOR_PITCHED:
        return binary_pitch(k) * BINARY_BITS - 2 * d;
    case LAB_XNOR_FLIPPED:
        return 2 * d - k;
    case LAB_XNOR_DIFFER:
        return d;
    case LAB_XNOR_AGREE:
        return k - d;
    case LAB_XNOR_PLUS:
        return k + 2 * d;
    case LAB_XNOR_AND:
        return k - 2 * both;
    case LAB_XNOR_OR:
        return k - 2 * (d + both);
    case LAB_XNOR_A_ONES:
        return k - 2 * (a - 2 * both);
    case LAB_XNOR_B_ONES:
        return k - 2 * (b - 2 * both);
    case LAB_XNOR_PAIRS:
        return k - 2 * ((d - single) / 2 + single);
    case LAB_XNOR_NO_SINGLE:
        return k - 2 * (d - single);
    default:
        return k - 2 * d;
    }
}

static inline int lab_xnor_explains(const struct lab_reference *r, const void *out,
                                    enum lab_xnor_mistake mistake)
{
    size_t step = r->count > 61 ? r->count / 61 : 1, cols = (size_t)r->shape.out.cols, differs = 0;
    if (mistake == LAB_XNOR_TURNED && r->question.m != r->question.n)
        return 0;
    for (size_t e = 0; e < r->count; e += step) {
        int row = (int)(e / cols), col = (int)(e % cols);
        double guess = lab_xnor_mistaken(r, row, col, mistake);
        if (lab_out(r, out, row, col) != guess)
            return 0;
        differs += guess != lab_xnor_should(r, row, col);
    }
    return differs > 0;
}

static inline void lab_xnor_diagnose(const struct lab_reference *r, const void *out, char *text,
                                     size_t size)
{
    static const char *const sentences[LAB_XNOR_MISTAKES] = {
        "The bits beyond k were counted, as pairs that agree: what is k in the sum?",
        "The padding of the packed lines was counted, as pairs that agree: what is k in the sum?",
        "Every sign is the other way round: pairs that agree count +1, pairs that differ -1.",
        "These are the numbers of bits that differ; the sum is k less twice that.",
        "These are k less the numbers of bits that differ; each takes away two.",
        "The last word of every line is missing: is its tail dropped where k is no multiple of 32?",
        "The first word of every line is missing.",
        "Only the last words of each line count, from a multiple of 1,024 on: does a later part "
        "begin with k again? It must subtract from what C holds.",
        "C looks transposed: is thread x the column?",
        "These are k plus twice the number of bits that differ; it must be k less twice that.",
        "What was counted are the bits that are 1 in both (a & b), not those that differ (a ^ b).",
        "What was counted are the bits that are 1 in either (a | b), not those that differ "
        "(a ^ b).",
        "The ones of B's column are missing: differ = a_ones + b_ones - 2 * count.",
        "The ones of A's row are missing: differ = a_ones + b_ones - 2 * count.",
        "Each pair of the carry-save sum was counted as one bit that differs; it stands for two.",
        "Bits that made no pair are missing: what single still holds counts one each."};
    if (r->count < 2)
        return; /* one number resembles much */
    for (int i = 0; i < LAB_XNOR_MISTAKES; i++)
        if (lab_xnor_explains(r, out, (enum lab_xnor_mistake)i)) {
            snprintf(text, size, "%s", sentences[i]);
            return;
        }
}

/* Which words of the packed operands may have met: of A's lines words [from, to) from `a_at` words
 * into the layout for each line and with `a_step` for each word; likewise B. */
struct lab_xnor_walk {
    size_t line, word; /* words from one line to the next, from one word of a line to the next */
    int first;         /* words that are used again and again; 0: all */
    int turned;        /* tiles of so many lines and words are used transposed; 0: none are */
};

/* Word `word` of line `line` as that walk would find it in the operand's memory. */
static inline uint32_t lab_xnor_walked(const struct lab_reference *r, int operand,
                                       const struct lab_xnor_walk *w, int line, int word)
{
    const struct lab_operand *o = &r->shape.in[operand];
    if (w->turned) {
        const int in_line = line % w->turned, in_word = word % w->turned;
        line += in_word - in_line;
        word += in_line - in_word;
    }
    size_t at = (size_t)line * w->line + (size_t)(w->first ? word % w->first : word) * w->word;
    int row = (int)(at / (size_t)o->ld), col = (int)(at % (size_t)o->ld),
        across = o->pack == LAB_WORDS, of = across ? col : row, number = across ? row : col;
    if (of >= o->lines || number >= binary_words(r->question.k))
        return 0;
    return lab_xnor_line(r, operand, of)[number];
}

static inline int lab_xnor_walks(const struct lab_reference *r, const void *out,
                                 const struct lab_xnor_walk walk[2])
{
    size_t step = r->count > 61 ? r->count / 61 : 1, cols = (size_t)r->shape.out.cols, differs = 0;
    int words = binary_words(r->question.k);
    for (int i = 0; i < 2; i++) /* a tile that is not full has words of padding */
        if (walk[i].turned)
            words = lab_round_up(words, walk[i].turned);
    for (size_t e = 0; e < r->count; e += step) {
        int row = (int)(e / cols), col = (int)(e % cols), sum = r->question.k;
        for (int word = 0; word < words; word++)
            sum -= 2 * lab_popcount(lab_xnor_walked(r, 0, &walk[0], row, word) ^
                                    lab_xnor_walked(r, 1, &walk[1], col, word));
        if (lab_out(r, out, row, col) != sum)
            return 0;
        differs += sum != lab_xnor_should(r, row, col);
    }
    return differs > 0;
}

/* A or B read with the wrong distances, or always from the first words. */
static inline void lab_xnor_say_places(const struct lab_reference *r, const void *out, char *text,
                                       size_t size)
{
    struct lab_xnor_walk right[2];
    const int words = binary_words(r->question.k);
    if (r->count < 2)
        return;
    for (int i = 0; i < 2; i++) {
        const struct lab_operand *o = &r->shape.in[i];
        struct lab_xnor_walk walk = {o->pack == LAB_WORDS ? 1 : (size_t)o->ld,
                                     o->pack == LAB_WORDS ? (size_t)o->ld : 1, 0, 0};
        right[i] = walk;
    }
    for (int i = 0; i < 2 && !text[0]; i++) {
        const int across = r->shape.in[i].pack == LAB_WORDS;
        struct lab_xnor_walk other[2] = {right[0], right[1]};
        size_t *apart = across ? &other[i].word : &other[i].line;
        const size_t lengths[] = {(size_t)words, (size_t)r->shape.in[i].lines,
                                  (size_t)r->question.k};
        for (int d = 0; d < 3 && !text[0]; d++) {
            *apart = lengths[d];
            if (lengths[d] != (across ? right[i].word : right[i].line) &&
                lab_xnor_walks(r, out, other))
                snprintf(text, size,
                         "%s of %s are read %zu words apart; they lie %s words apart, %zu here.",
                         across ? "The words of a column" : "Lines", r->shape.in[i].name,
                         lengths[d], across ? "binary_padded(n)" : "binary_pitch(k)",
                         across ? right[i].word : right[i].line);
        }
        other[i] = right[i];
        for (int first = 1; first < words && !text[0]; first *= 2) {
            other[i].first = first;
            if (lab_xnor_walks(r, out, other))
                snprintf(text, size,
                         "Every %d words of the other operand meet the first %d words of %s: where "
                         "does the next part of %s begin?",
                         first, first, r->shape.in[i].name, r->shape.in[i].name);
        }
        other[i] = right[i];
        for (int tile = 4; tile <= 32 && !text[0]; tile *= 2) {
            other[i].turned = tile;
            if (lab_xnor_walks(r, out, other))
                snprintf(text, size,
                         "%s's tile (%d x %d words) is used transposed: row and column are "
                         "exchanged where it is written, or where it is read.",
                         r->shape.in[i].name, tile, tile);
        }
    }
}

#endif
