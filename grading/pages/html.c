/* Pages that need nothing but themselves: style and scripts are in them (grading.mk makes assets.h
 * of report.css, report.js, drawing.js and what `make view` draws with). */
#include "html.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>
#include <sys/random.h>

#include "assets.h"

static void escape_markup(FILE *f, const char *value)
{
    const unsigned char *at = (const unsigned char *)value;
    while (*at) {
        int length = text_character(at);
        if (strchr("&<>\"'", *at))
            fprintf(f, "&#%d;", *at);
        else if (length == 0)
            fputc(text_in_place_of(*at), f);
        else
            fwrite(at, 1, (size_t)length, f);
        at += length ? length : 1;
    }
}

/* Puts the conversion that starts at `at` and takes its argument; returns what follows it. */
static const char *convert(FILE *f, const char *at, va_list *list)
{
    char one[16];
    size_t length = strcspn(at + 1, "sdufeg") + 2;
    if (length >= sizeof one)
        die("a report asks for %s", at);
    snprintf(one, sizeof one, "%.*s", (int)length, at);
    char kind = one[length - 1];
    if (kind == 's')
        escape_markup(f, va_arg(*list, const char *));
    else if (kind == 'd')
        fprintf(f, "%d", va_arg(*list, int));
    else if (kind == 'u')
        fprintf(f, "%zu", va_arg(*list, size_t));
    else
        fprintf(f, one, va_arg(*list, double));
    return at + length;
}

void html(FILE *f, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    while (*format) {
        if (format[0] != '%')
            fputc(*format++, f);
        else if (format[1] == '%')
            format += fputc('%', f) ? 2 : 2;
        else
            format = convert(f, format, &list);
    }
    va_end(list);
}

const char *points(double value)
{
    static char texts[4][32];
    static int next;
    char *text = texts[next++ % 4];
    double hundredth = round(100 * value);
    int digits = fmod(hundredth, 100) == 0 ? 0 : fmod(hundredth, 10) == 0 ? 1 : 2;
    snprintf(text, sizeof *texts, "%.*f", digits, hundredth / 100);
    return text;
}

static uint64_t nonce;

void page_begin(FILE *f, const char *title, int scripts)
{
    if (getrandom(&nonce, sizeof nonce, 0) != sizeof nonce)
        die("the system gives no random numbers");
    fputs(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; "
        "style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
        f);
    if (scripts)
        fprintf(f, "; script-src 'nonce-%016llx'", (unsigned long long)nonce);
    fputs("\">\n<meta name=\"referrer\" content=\"no-referrer\">\n"
          "<meta name=\"robots\" content=\"noindex\">\n<link rel=\"icon\" href=\"data:,\">\n",
          f);
    html(f, "<title>%s</title>\n<style>\n", title);
    fputs(report_css, f);
    if (scripts & PAGE_PICTURES)
        fprintf(f, ".drawing {\n%s}\n", pictures_css);
    fputs("</style>\n</head>\n<body>\n", f);
}

void tool_bar(FILE *f)
{
    fputs(
        "<div class=\"bar-top\"><label>Search <input type=\"search\" id=\"find\" "
        "placeholder=\"a name, a verdict, a message\" autocomplete=\"off\"></label>"
        "<output id=\"found\"></output><button type=\"button\" id=\"theme\">Dark or light</button>"
        "<button type=\"button\" id=\"unfold\">Open all</button></div>\n",
        f);
}

static void put_script(FILE *f, const char *const *parts)
{
    fprintf(f, "<script nonce=\"%016llx\">\n", (unsigned long long)nonce);
    while (*parts)
        fputs(*parts++, f);
    fputs("</script>\n", f);
}

void page_end(FILE *f, int scripts)
{
    static const char *const tables[] = {report_js, NULL}, *const pictures[] = {units_js, data_js,
                                                                                pictures_js,
                                                                                drawing_js, NULL};
    if (scripts & PAGE_TABLES)
        put_script(f, tables);
    if (scripts & PAGE_PICTURES)
        put_script(f, pictures);
    if (scripts & PAGE_REVIEW)
        put_script(f, (const char *const[]){review_js, NULL});
    fputs("</body>\n</html>\n", f);
}
