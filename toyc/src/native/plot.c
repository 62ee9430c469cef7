/* Pictures, for programs that run without toyc: fills templates in the steps of toy-dialect/src/picture/draw.rs. A change
 * here is made there, too. */
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ending.h"

#define SHARED __attribute__((weak))

/* The frame of a picture, the width of an image, and what draw.rs says of these. */
enum { LEFT = 70, TOP = 40, WIDTH = 540, HEIGHT = 380, IMAGE_WIDTH = 470, SECTION = 1 };
enum { MOST_CELLS = 128, PARTS = 8, LEAST_EXPONENT = -300, MOST_EXPONENT = 300, COLOURS = 64 };

/* In files.c. */
void toy_write(const char *path, const char *place, const char *text, size_t length);

typedef struct {
  double low, high;
} Range;

typedef struct {
  const double *numbers;
  char kind;
  /* In the first section of the template. */
  size_t sizes[3];
  Range across, up;
  size_t *counts;
  double width;
  /* Allocated. */
  char *text;
  size_t length, room;
} Drawing;

static void *allocated(void *memory, size_t size) {
  void *new = realloc(memory, size);
  if (!new) {
    fflush(NULL);
    fputs("error: there is no memory for a picture\n", toy_messages());
    toy_end(TOY_FILE_ERROR);
  }
  return new;
}

static void append(Drawing *drawing, const char *text, size_t length) {
  if (drawing->room - drawing->length < length) {
    drawing->room = 2 * (drawing->room + length);
    drawing->text = allocated(drawing->text, drawing->room);
  }
  memcpy(drawing->text + drawing->length, text, length);
  drawing->length += length;
}

/* A text of less than 512 bytes. */
static void add(Drawing *drawing, const char *format, ...) {
  char text[512];
  va_list arguments;
  va_start(arguments, format);
  append(drawing, text, (size_t)vsnprintf(text, sizeof text, format, arguments));
  va_end(arguments);
}

static Range range_of(const double *numbers, size_t count) {
  Range range = {0, 1};
  int found = 0;
  for (size_t i = 0; i < count; ++i) {
    if (!isfinite(numbers[i]))
      continue;
    if (!found || numbers[i] < range.low)
      range.low = numbers[i];
    if (!found || numbers[i] > range.high)
      range.high = numbers[i];
    found = 1;
  }
  if (range.low == range.high) {
    range.low -= 0.5;
    range.high += 0.5;
  }
  return range;
}

static Range padded(Range range) {
  double room = (range.high / 2 - range.low / 2) * 0.08;
  Range wide = {range.low - room, range.high + room};
  return isfinite(wide.low) && isfinite(wide.high) ? wide : range;
}

static double place(Range range, double number) {
  double size = range.high / 2 - range.low / 2;
  return size > 0 ? (number / 2 - range.low / 2) / size : 0.5;
}

static double power(int exponent) {
  double power = 1;
  while (exponent-- > 0)
    power *= 10;
  return power;
}

static double scaled(double count, int exponent) {
  return exponent >= 0 ? count * power(exponent) : count / power(-exponent);
}

static void label(char *text, int64_t number, int exponent) {
  const char *sign = number < 0 ? "-" : "";
  unsigned long long digits = (unsigned long long)(number < 0 ? -number : number), unit = 1;
  for (int i = exponent; i < 0 && i >= -6; ++i)
    unit *= 10;
  if (exponent < 0 && exponent >= -6)
    sprintf(text, "%s%llu.%0*llu", sign, digits / unit, -exponent, digits % unit);
  else if (exponent >= 0 && exponent < 6 && digits != 0)
    sprintf(text, "%s%llu%.*s", sign, digits, exponent, "000000");
  else if (digits == 0)
    strcpy(text, "0");
  else
    sprintf(text, "%s%llue%d", sign, digits, exponent);
}

static double x_of(const Drawing *drawing, double place) { return LEFT + place * drawing->width; }

static double y_of(double place) { return TOP + (1 - place) * HEIGHT; }

static void tick(Drawing *drawing, char axis, double place, const char *text) {
  double x = x_of(drawing, place);
  double y = y_of(axis == 'y' && drawing->kind == 'i' ? 1 - place : place);
  if (axis == 'x')
    add(drawing,
        "<rect x=\"%.2f\" y=\"%d\" width=\"1\" height=\"5\"/><text x=\"%.2f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n", x,
        TOP + HEIGHT, x, TOP + HEIGHT + 18, text);
  else if (axis == 'y')
    add(drawing,
        "<rect x=\"%d\" y=\"%.2f\" width=\"5\" height=\"1\"/><text x=\"%d\" y=\"%.2f\" text-anchor=\"end\">%s</text>\n",
        LEFT - 5, y, LEFT - 8, y + 4, text);
  else
    add(drawing, "<text x=\"582\" y=\"%.2f\">%s</text>\n", y + 4, text);
}

static void ticks(Drawing *drawing, char axis, Range range) {
  static const int digits[] = {1, 2, 5};
  double least = (range.high / 2 - range.low / 2) / (PARTS / 2.0);
  char text[64];
  for (int exponent = LEAST_EXPONENT; exponent <= MOST_EXPONENT; ++exponent)
    for (int i = 0; i < 3; ++i) {
      double step = scaled(digits[i], exponent);
      double first = ceil(range.low / step), last = floor(range.high / step);
      if (step < least)
        continue;
      if (fabs(first) > 1e12 || fabs(last) > 1e12)
        return;
      for (int64_t count = (int64_t)first; count <= (int64_t)last; ++count) {
        int64_t number = count * digits[i];
        label(text, number, exponent);
        tick(drawing, axis, place(range, scaled((double)number, exponent)), text);
      }
      return;
    }
}

/* The part of a whole that a place is in, from 0 on. */
static size_t part(double place, size_t parts) {
  double found = floor(place * (double)parts);
  return found >= (double)parts ? parts - 1 : found > 0 ? (size_t)found : 0;
}

/* A series as a line or as points. */
static void series(Drawing *drawing, size_t number, int is_line) {
  size_t count = drawing->sizes[0];
  char command = 'M';
  for (size_t i = 0; i < count; ++i) {
    double x = drawing->sizes[2] == 1 ? drawing->numbers[i] : (double)i;
    double y = drawing->numbers[number * count + i];
    if (!isfinite(x) || !isfinite(y)) {
      command = 'M';
      continue;
    }
    x = x_of(drawing, place(drawing->across, x));
    y = y_of(place(drawing->up, y));
    if (is_line)
      add(drawing, "%c%.2f %.2f", command, x, y);
    else
      add(drawing, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"3\"/>\n", x, y);
    command = 'L';
  }
}

static void rectangle(Drawing *drawing, double x, double y, double width, double height, const char *fill) {
  add(drawing, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\"%s/>\n", x, y, width, height, fill);
}

static void bars(Drawing *drawing) {
  size_t bars = drawing->sizes[1];
  for (size_t bar = 0; bar < bars; ++bar) {
    double height = (double)drawing->counts[bar] / drawing->up.high * HEIGHT;
    rectangle(drawing, x_of(drawing, (double)bar / (double)bars), TOP + HEIGHT - height, drawing->width / (double)bars,
              height, "");
  }
}

static size_t parts(size_t whole, size_t step) { return (whole + step - 1) / step; }

/* The colour of a part of a matrix, or -1. */
static int cell(const Drawing *drawing, Range range, size_t row, size_t column, size_t step) {
  size_t rows = drawing->sizes[0], columns = drawing->sizes[1];
  double sum = 0, count = 0;
  for (size_t i = row * step; i < rows && i < (row + 1) * step; ++i)
    for (size_t j = column * step; j < columns && j < (column + 1) * step; ++j) {
      sum += drawing->numbers[i * columns + j];
      count += 1;
    }
  return isfinite(sum / count) ? (int)part(place(range, sum / count), COLOURS) : -1;
}

static void cells(Drawing *drawing, Range range, const char *colours) {
  size_t rows = drawing->sizes[0], columns = drawing->sizes[1];
  size_t step = parts(rows > columns ? rows : columns, MOST_CELLS), down = parts(rows, step), across = parts(columns, step);
  double width = drawing->width / (double)across, height = (double)HEIGHT / (double)down;
  for (size_t row = 0; row < down; ++row) {
    size_t started = 0;
    int last = -1;
    for (size_t column = 0; column <= across; ++column) {
      int colour = column < across ? cell(drawing, range, row, column, step) : -1;
      if (column > 0 && column < across && colour == last)
        continue;
      if (last >= 0) {
        char fill[32];
        sprintf(fill, " fill=\"#%.6s\"", colours + 6 * last);
        rectangle(drawing, LEFT + (double)started * width, TOP + (double)row * height, (double)(column - started) * width,
                  height, fill);
      }
      started = column;
      last = colour;
    }
  }
}

/* The axes, from the numbers. */
static void measure(Drawing *drawing) {
  size_t *sizes = drawing->sizes;
  if (drawing->kind == 'p') {
    double indices[] = {0, (double)sizes[0] - 1};
    drawing->across = padded(sizes[2] == 1 ? range_of(drawing->numbers, sizes[0]) : range_of(indices, 2));
    drawing->up = padded(range_of(drawing->numbers + sizes[2] * sizes[0], (sizes[1] - sizes[2]) * sizes[0]));
  } else if (drawing->kind == 'h') {
    size_t most = 0;
    drawing->across = range_of(drawing->numbers, sizes[0]);
    drawing->counts = allocated(NULL, sizes[1] * sizeof *drawing->counts);
    memset(drawing->counts, 0, sizes[1] * sizeof *drawing->counts);
    for (size_t i = 0; i < sizes[0]; ++i)
      if (isfinite(drawing->numbers[i])) {
        size_t *count = &drawing->counts[part(place(drawing->across, drawing->numbers[i]), sizes[1])];
        if (++*count > most)
          most = *count;
      }
    drawing->up.high = most ? (double)most : 1;
  } else {
    drawing->across.high = (double)sizes[1];
    drawing->up.high = (double)sizes[0];
  }
}

SHARED void toy_plot(const char *path, const char *template, const char *place, double *elements) {
  Drawing drawing = {.numbers = elements, .kind = *template, .across = {0, 1}, .up = {0, 1}};
  const char *section = template + 1;
  drawing.width = drawing.kind == 'i' ? IMAGE_WIDTH : WIDTH;
  for (int i = 0; i < 3 && *section == ' '; ++i)
    drawing.sizes[i] = (size_t)strtoll(section, (char **)&section, 10);
  measure(&drawing);
  while ((section = strchr(section, SECTION))) {
    char mark = *++section;
    const char *rest = section + 1;
    size_t number = (size_t)strtoll(rest, NULL, 10);
    Range colours = {0, 1};
    if (mark == 'm' || mark == 'v')
      colours = range_of(elements, drawing.sizes[0] * drawing.sizes[1]);
    if (mark == 't')
      append(&drawing, rest, strcspn(rest, "\1"));
    else if (mark == 'l' || mark == 'c')
      series(&drawing, number, mark == 'l');
    else if (mark == 'b')
      bars(&drawing);
    else if (mark == 'm')
      cells(&drawing, colours, rest);
    else
      ticks(&drawing, mark, mark == 'x' ? drawing.across : mark == 'y' ? drawing.up : colours);
  }
  toy_write(path, place, drawing.text, drawing.length);
  free(drawing.counts);
  free(drawing.text);
}
