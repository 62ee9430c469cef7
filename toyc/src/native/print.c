/* The text of a tensor, for programs that run without toyc: as the JIT's runtime function. The rules are those of
 * toy-dialect/src/notation: a change here is made there, too. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ending.h"

/* Each object that needs the function has it; a program of several takes one. */
#define SHARED __attribute__((weak))

enum { MAX_DIMENSIONS = 128, THRESHOLD = 1000, EDGE = 3, WIDTH = 75, DIGITS = 8, C_DIGITS = 6, MAX_NUMBER = 512 };

/* A style: a sign in front of all numbers, the least number of columns, digits (-1: not given), and 'e', 'f', 'g' or 0. */
typedef struct {
  int plus, width, digits;
  char letter;
} Style;

typedef struct {
  int64_t sizes[MAX_DIMENSIONS];
  int rank;
} Shape;

/* A text that grows. */
typedef struct {
  char *text;
  size_t length, room;
} Text;

static void out_of_memory(void) {
  fflush(NULL);
  fputs("error: cannot allocate memory for what is printed\n", toy_messages());
  toy_end(TOY_MEMORY_ERROR);
}

static void add(Text *to, const char *text, size_t length) {
  if (to->length + length + 1 > to->room) {
    to->room = 2 * (to->length + length + 1);
    to->text = realloc(to->text, to->room);
    if (!to->text)
      out_of_memory();
  }
  memcpy(to->text + to->length, text, length);
  to->length += length;
  to->text[to->length] = 0;
}

static void add_times(Text *to, char c, int64_t count) {
  for (; count > 0; --count)
    add(to, &c, 1);
}

static Style read_style(const char *text) {
  Style style = {0, 0, -1, 0};
  if (*text == '+')
    style.plus = 1, ++text;
  style.width = (int)strtol(text, (char **)&text, 10);
  if (*text == '.')
    style.digits = (int)strtol(text + 1, (char **)&text, 10);
  style.letter = *text;
  return style;
}

/* Whether the numbers are floats of 32 bits, which fewer digits tell apart. */
static int is_of_f32;

/* Whether the numbers are integers, as floats of the same bits. */
static int is_of_i64;

/* Whether these integers are booleans. */
static int is_of_bool;

static int64_t integer(double number) {
  int64_t bits;
  memcpy(&bits, &number, sizeof bits);
  return bits;
}

static int is_whole(double number) {
  return fabs(number) < (is_of_f32 ? 16777216 : 1e16) && trunc(number) == number;
}

static void not_finite(double number, char *text) {
  strcpy(text, isnan(number) ? "nan" : number < 0 ? "-inf" : "inf");
}

/* The fewest digits, of which the first is before the point, that tell a number from other floats. */
static int shortest(double number) {
  char text[64];
  for (int digits = 0; digits < 16; ++digits) {
    snprintf(text, sizeof text, "%.*e", digits, number);
    if (is_of_f32 ? strtof(text, NULL) == (float)number : strtod(text, NULL) == number)
      return digits;
  }
  return 16;
}

static int exponent_of(const char *text) {
  const char *e = strchr(text, 'e');
  return e ? atoi(e + 1) : 0;
}

/* The digits after the point that a number has with an exponent, at most so many. */
static int shortest_scientific(double number, int digits) {
  char text[64];
  int found = shortest(number);
  if (found > digits)
    found = digits;
  snprintf(text, sizeof text, "%.*e", found, number);
  /* Zeros at the end are left out. */
  const char *end = strchr(text, 'e');
  while (found > 0 && end[-1] == '0')
    --found, --end;
  return found;
}

/* A number without exponent, at most so many digits after the point, and no zeros at the end. */
static void positional(double number, int digits, char *text) {
  char shown[64];
  int found = shortest(number);
  snprintf(shown, sizeof shown, "%.*e", found, number);
  int fraction = found - exponent_of(shown);
  if (fraction < 0)
    fraction = 0;
  int is_cut = fraction > digits;
  snprintf(text, MAX_NUMBER, "%.*f", is_cut ? digits : fraction, number);
  char *end = text + strlen(text);
  if (!strchr(text, '.')) {
    strcpy(end, ".");
    return;
  }
  while (end[-1] == '0')
    *--end = 0;
}

static void scientific(double number, int digits, int exponent_digits, char *text) {
  char shown[64];
  snprintf(shown, sizeof shown, "%.*e", digits, number);
  int exponent = exponent_of(shown);
  *strchr(shown, 'e') = 0;
  snprintf(text, MAX_NUMBER, "%s%se%c%0*d", shown, digits ? "" : ".", exponent < 0 ? '-' : '+', exponent_digits,
           abs(exponent));
}

static void c_notation(double number, Style style, char *text) {
  int digits = style.digits < 0 ? C_DIGITS : style.digits;
  if (!isfinite(number))
    not_finite(number, text);
  else if (style.letter == 'f')
    snprintf(text, MAX_NUMBER, "%.*f", digits, number);
  else if (style.letter == 'e')
    snprintf(text, MAX_NUMBER, "%.*e", digits, number);
  else
    snprintf(text, MAX_NUMBER, "%.*g", digits, number);
}

/* Adds a number with the sign and the spaces that the style asks for. */
static void finish(Text *to, const char *text, Style style, int width) {
  int plus = style.plus && *text != '-';
  int columns = style.width > width ? style.width : width;
  add_times(to, ' ', columns - plus - (int)strlen(text));
  if (plus)
    add(to, "+", 1);
  add(to, text, strlen(text));
}

/* The text of an integer, or of a boolean. With a sign, a boolean is the number 1 or 0. */
static void whole(double number, Style style, char *text) {
  if (is_of_bool && !style.plus)
    snprintf(text, MAX_NUMBER, "%s", integer(number) ? "true" : "false");
  else
    snprintf(text, MAX_NUMBER, "%lld", (long long)integer(number));
}

static void alone(Text *to, double number, Style style) {
  char text[MAX_NUMBER];
  if (is_of_i64 && !style.letter) {
    whole(number, style, text);
    finish(to, text, style, 0);
    return;
  }
  if (is_of_i64)
    number = (double)integer(number);
  int digits = style.digits < 0 ? DIGITS : style.digits;
  double size = fabs(number);
  if (style.letter)
    c_notation(number, style, text);
  else if (!isfinite(number))
    not_finite(number, text);
  else if (is_whole(number))
    snprintf(text, sizeof text, "%.0f", number);
  else if (size >= 1e-4 && size < (is_of_f32 ? 1e6 : 1e16))
    positional(number, digits, text);
  else
    snprintf(text, sizeof text, "%.*e", shortest_scientific(number, digits), number);
  size_t length = strlen(text);
  if (text[length - 1] == '.')
    text[length - 1] = 0;
  finish(to, text, style, 0);
}

/* How numbers are shown together. */
typedef struct {
  Style style;
  enum { C_NOTATION, INTEGER, WHOLE, SCIENTIFIC, POSITIONAL } kind;
  int digits, exponent_digits, fraction, width;
} Form;

/* The text of one of the numbers, without the spaces in front of it. */
static void one(const Form *form, double number, char *text) {
  if (form->kind == INTEGER)
    whole(number, form->style, text);
  else if (form->kind == C_NOTATION)
    c_notation(is_of_i64 ? (double)integer(number) : number, form->style, text);
  else if (!isfinite(number))
    not_finite(number, text);
  else if (form->kind == WHOLE)
    snprintf(text, MAX_NUMBER, "%.0f", number);
  else if (form->kind == SCIENTIFIC)
    scientific(number, form->digits, form->exponent_digits, text);
  else
    positional(number, form->digits, text);
}

static int fraction_of(const char *text) {
  const char *point = strchr(text, '.');
  return point ? (int)strlen(point + 1) : -1;
}

/* The text with spaces for the digits that others have after the point. */
static void padded(const Form *form, double number, char *text) {
  one(form, number, text);
  if (form->kind != POSITIONAL)
    return;
  int fraction = fraction_of(text);
  char *end = text + strlen(text);
  for (; fraction >= 0 && fraction < form->fraction; ++fraction)
    *end++ = ' ';
  *end = 0;
}

static Form form_of(const double *numbers, size_t count, Style style) {
  Form form = {style, C_NOTATION, style.digits < 0 ? DIGITS : style.digits, 0, 0, 0};
  char text[MAX_NUMBER];
  if (is_of_i64 && !style.letter)
    form.kind = INTEGER;
  else if (!style.letter) {
    int all_whole = 1;
    double max = 0, min = INFINITY;
    for (size_t i = 0; i < count; ++i) {
      double size = fabs(numbers[i]);
      all_whole &= !isfinite(size) || is_whole(size);
      if (isfinite(size) && size != 0) {
        max = size > max ? size : max;
        min = size < min ? size : min;
      }
    }
    form.kind = all_whole ? WHOLE
                          : max >= (is_of_f32 ? 1e6 : 1e8) || min < 1e-4 || max / min > 1000 ? SCIENTIFIC : POSITIONAL;
  }
  if (form.kind == SCIENTIFIC) {
    int digits = 0;
    for (size_t i = 0; i < count; ++i)
      if (isfinite(numbers[i])) {
        int found = shortest_scientific(numbers[i], form.digits);
        digits = found > digits ? found : digits;
      }
    form.digits = digits;
    form.exponent_digits = 2;
    for (size_t i = 0; i < count; ++i)
      if (isfinite(numbers[i])) {
        snprintf(text, sizeof text, "%.*e", digits, numbers[i]);
        if (abs(exponent_of(text)) >= 100)
          form.exponent_digits = 3;
      }
  }
  if (form.kind == POSITIONAL)
    for (size_t i = 0; i < count; ++i) {
      one(&form, numbers[i], text);
      int fraction = fraction_of(text);
      form.fraction = fraction > form.fraction ? fraction : form.fraction;
    }
  for (size_t i = 0; i < count; ++i) {
    padded(&form, numbers[i], text);
    int width = (int)strlen(text) + (style.plus && *text != '-');
    form.width = width > form.width ? width : form.width;
  }
  return form;
}

/* What is shown of a tensor: the elements, and how many were written. */
typedef struct {
  const Shape *shape;
  int is_large;
  double *kept;
  size_t count, written;
  Form form;
  Text line;
} Shown;

static int is_abridged(const Shown *shown, int64_t size) {
  return shown->is_large && size > 2 * EDGE;
}

static void keep(Shown *shown, int dimension, const double *elements, int64_t count) {
  if (dimension == shown->shape->rank) {
    shown->kept[shown->count++] = *elements;
    return;
  }
  int64_t size = shown->shape->sizes[dimension], stride = count / size;
  for (int64_t index = 0; index < size; ++index) {
    if (is_abridged(shown, size) && index == EDGE)
      index = size - EDGE;
    keep(shown, dimension + 1, elements + index * stride, stride);
  }
}

static void add_tensor(Shown *shown, int dimension, Text *to) {
  int64_t size = shown->shape->sizes[dimension];
  int indent = dimension + 1, rank = shown->shape->rank;
  int abridged = is_abridged(shown, size);
  int64_t parts = abridged ? 2 * EDGE + 1 : size;
  add(to, "[", 1);
  if (dimension + 1 < rank) {
    for (int64_t part = 0; part < parts; ++part) {
      if (part > 0) {
        add_times(to, '\n', rank - dimension - 1);
        add_times(to, ' ', indent);
      }
      if (abridged && part == EDGE)
        add(to, "...", 3);
      else
        add_tensor(shown, dimension + 1, to);
    }
    add(to, "]", 1);
    return;
  }
  Text *line = &shown->line;
  int64_t most = indent < WIDTH ? WIDTH - indent : 0;
  /* The columns of the line; its indentation is written with what is around it. */
  int is_first = 1;
  line->length = 0;
  for (int64_t part = 0; part < parts; ++part) {
    char text[MAX_NUMBER];
    Text word = {NULL, 0, 0};
    if (abridged && part == EDGE)
      add(&word, "...", 3);
    else {
      padded(&shown->form, shown->kept[shown->written++], text);
      finish(&word, text, shown->form.style, shown->form.width);
    }
    if (line->length > 0 && indent + (int64_t)(line->length + word.length) > most) {
      while (line->length > 0 && line->text[line->length - 1] == ' ')
        --line->length;
      if (!is_first)
        add_times(to, ' ', indent);
      is_first = 0;
      add(to, line->text, line->length);
      add(to, "\n", 1);
      line->length = 0;
    }
    add(line, word.text, word.length);
    free(word.text);
    if (part + 1 < parts)
      add(line, " ", 1);
  }
  if (!is_first)
    add_times(to, ' ', indent);
  add(to, line->text, line->length);
  add(to, "]", 1);
}

/* The text of a tensor, valid up to the next call. A style of floats of 32 bits begins with 's', one of integers with
 * 'i', one of booleans with 'b'. */
SHARED const char *toy_shown(const char *sizes, const char *style_text, const double *elements) {
  static Text text;
  Shape shape = {{0}, 0};
  is_of_f32 = *style_text == 's';
  is_of_bool = *style_text == 'b';
  is_of_i64 = *style_text == 'i' || is_of_bool;
  Style style = read_style(style_text + (is_of_f32 || is_of_i64));
  int64_t count = 1;
  while (*sizes && shape.rank < MAX_DIMENSIONS) {
    shape.sizes[shape.rank] = strtoll(sizes, (char **)&sizes, 10);
    count *= shape.sizes[shape.rank++];
    sizes += *sizes != 0;
  }
  text.length = 0;
  add(&text, "", 0);
  if (shape.rank == 0) {
    alone(&text, *elements, style);
    return text.text;
  }
  Shown shown;
  memset(&shown, 0, sizeof shown);
  shown.shape = &shape;
  shown.is_large = count > THRESHOLD;
  int64_t kept = 1;
  for (int i = 0; i < shape.rank; ++i)
    kept *= is_abridged(&shown, shape.sizes[i]) ? 2 * EDGE : shape.sizes[i];
  shown.kept = malloc((size_t)kept * sizeof(double));
  if (!shown.kept)
    out_of_memory();
  keep(&shown, 0, elements, count);
  shown.form = form_of(shown.kept, shown.count, style);
  add_tensor(&shown, 0, &text);
  free(shown.kept);
  free(shown.line.text);
  return text.text;
}

SHARED const char *toy_shown_i64(const char *sizes, const char *style_text, const int64_t *elements) {
  return toy_shown(sizes, style_text, (const double *)elements);
}
