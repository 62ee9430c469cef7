/* Reading and writing .npy files, for programs that run without toyc: what the hooks of the JIT do, with C's library alone.
 *
 * A file is read whole when it is opened, and written whole when it is closed: first beside its place and then into it, so
 * that a failed save leaves the old file. A program that fails ends with status 1, as it does in toyc. */
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Each object that needs the functions has them; a program of several takes one of each. */
#define SHARED __attribute__((weak))

enum { MAX_DIMENSIONS = 256 };

typedef struct {
  int64_t sizes[MAX_DIMENSIONS];
  int rank;
} Shape;

static double *elements; /* read and not taken yet, or taken and not written yet */
static size_t count, position, capacity;

static void fail(const char *format, ...) {
  va_list arguments;
  fflush(NULL);
  fputs("error: ", stderr);
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fputs("\n", stderr);
  exit(1);
}

static void *allocate(void *memory, size_t bytes) {
  memory = realloc(memory, bytes ? bytes : 1);
  if (!memory)
    fail("there is no memory for the contents of a file");
  return memory;
}

/* Sizes between characters that are no digits. */
static Shape sizes(const char *text, const char *end) {
  Shape shape;
  shape.rank = 0;
  while (text < end && shape.rank < MAX_DIMENSIONS) {
    if (*text >= '0' && *text <= '9')
      shape.sizes[shape.rank++] = strtoll(text, (char **)&text, 10);
    else
      ++text;
  }
  return shape;
}

static int same(const Shape *a, const Shape *b) {
  return a->rank == b->rank && memcmp(a->sizes, b->sizes, (size_t)a->rank * sizeof a->sizes[0]) == 0;
}

static uint64_t little_endian(const unsigned char *bytes, int size) {
  uint64_t number = 0;
  for (int i = size - 1; i >= 0; --i)
    number = number << 8 | bytes[i];
  return number;
}

/* What stands behind a key of the header, which is a dictionary of Python. */
static const char *entry(const char *path, const char *header, const char *key) {
  const char *place = strstr(header, key);
  if (!place || !(place = strchr(place, ':')))
    fail("'%s' has a header without '%s'", path, key);
  for (++place; *place == ' '; ++place)
    ;
  return place;
}

static double element(const char *path, const unsigned char *bytes, char kind, int size, int is_big_endian) {
  unsigned char ordered[8];
  uint64_t bits;
  for (int i = 0; i < size; ++i)
    ordered[i] = bytes[is_big_endian ? size - 1 - i : i];
  bits = little_endian(ordered, size);
  if (kind == 'f' && size == 4) {
    uint32_t narrow = (uint32_t)bits;
    float value;
    memcpy(&value, &narrow, sizeof value);
    return value;
  }
  if (kind == 'f') {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
  }
  if (kind == 'i') {
    int unused = 64 - 8 * size;
    int64_t number = (int64_t)(bits << unused) >> unused;
    double value = (double)number;
    if (value >= 0x1p63 || (int64_t)value != number)
      fail("'%s' holds %lld, which has no exact value as a float of 64 bits", path, (long long)number);
    return value;
  }
  if ((double)bits >= 0x1p64 || (uint64_t)(double)bits != bits)
    fail("'%s' holds %llu, which has no exact value as a float of 64 bits", path, (unsigned long long)bits);
  return (double)bits;
}

static unsigned char *contents(const char *path, size_t *length) {
  unsigned char *bytes = NULL;
  size_t room = 0, read;
  FILE *file = fopen(path, "rb");
  *length = 0;
  if (!file)
    fail("cannot read '%s': %s", path, strerror(errno));
  do {
    room = room * 2 + 4096;
    bytes = allocate(bytes, room);
    read = fread(bytes + *length, 1, room - *length, file);
    *length += read;
  } while (*length == room);
  if (ferror(file))
    fail("cannot read '%s': %s", path, strerror(errno));
  fclose(file);
  return bytes;
}

SHARED void toy_load_open(const char *path, const char *expected) {
  Shape shape = sizes(expected, expected + strlen(expected)), found;
  size_t length, start, size_of_header, total = 1;
  unsigned char *bytes = contents(path, &length);
  char *header;
  const char *text, *end;
  char kind;
  int size, is_big_endian, is_fortran;
  if (length < 6 || memcmp(bytes, "\x93NUMPY", 6) != 0)
    fail("'%s' is no .npy file: it does not begin like one", path);
  if (length > 6 && (bytes[6] < 1 || bytes[6] > 3))
    fail("'%s' is of version %d of the format; versions 1 to 3 are known", path, bytes[6]);
  start = length > 6 && bytes[6] == 1 ? 10 : 12;
  size_of_header = length < start ? 0 : (size_t)little_endian(bytes + 8, (int)start - 8);
  if (length < start || length - start < size_of_header)
    fail("'%s' ends within its header", path);
  header = allocate(NULL, size_of_header + 1);
  memcpy(header, bytes + start, size_of_header);
  header[size_of_header] = 0;
  start += size_of_header;
  text = entry(path, header, "descr");
  is_big_endian = text[0] && text[1] == '>';
  text += text[0] && strchr("<>|=", text[1]) && text[1] ? 2 : 1;
  kind = text[0];
  size = kind ? text[1] - '0' : 0;
  if (!(kind == 'f' ? size == 4 || size == 8
        : kind == 'b' ? size == 1
                      : (kind == 'i' || kind == 'u') && (size == 1 || size == 2 || size == 4 || size == 8)) ||
      (text[2] != '\'' && text[2] != '"'))
    fail("'%s' holds elements that are no floats of 4 and 8 bytes, integers or truths", path);
  is_fortran = strncmp(entry(path, header, "fortran_order"), "True", 4) == 0;
  text = entry(path, header, "shape");
  end = strchr(text, ')');
  if (text[0] != '(' || !end)
    fail("'%s' has a header whose shape is no list of sizes", path);
  found = sizes(text, end);
  if (!same(&found, &shape))
    fail("'%s' has changed: it holds shape %.*s, and the program was compiled for (%s)", path, (int)(end - text + 1),
         text, expected);
  for (int i = 0; i < shape.rank; ++i)
    total *= (size_t)shape.sizes[i];
  if ((length - start) / (size_t)size < total)
    fail("'%s' is too short: it has %zu bytes, and its array takes %zu", path, length, start + total * (size_t)size);
  elements = allocate(NULL, total * sizeof *elements);
  for (size_t i = 0; i < total; ++i) {
    size_t place = i;
    if (is_fortran) { /* The first dimension varies fastest. */
      size_t rest = i, weight = total;
      place = 0;
      for (int d = shape.rank - 1; d >= 0; --d) {
        weight /= (size_t)shape.sizes[d];
        place += rest % (size_t)shape.sizes[d] * weight;
        rest /= (size_t)shape.sizes[d];
      }
    }
    elements[i] = element(path, bytes + start + place * (size_t)size, kind, size, is_big_endian);
  }
  free(header);
  free(bytes);
  count = total;
  position = 0;
}

SHARED double toy_load_next(void) {
  double value = elements[position++];
  if (position == count) {
    free(elements);
    elements = NULL;
    count = capacity = 0;
  }
  return value;
}

SHARED void toy_save_next(double value) {
  if (count == capacity) {
    capacity = capacity * 2 + 64;
    elements = allocate(elements, capacity * sizeof *elements);
  }
  elements[count++] = value;
}

SHARED void toy_save_close(const char *path, const char *shape) {
  Shape saved = sizes(shape, shape + strlen(shape));
  size_t room = strlen(path) + 32, length;
  char *beside = allocate(NULL, room);
  char *header = allocate(NULL, 128 + 24 * (size_t)saved.rank);
  int failed;
  FILE *file;
  length = (size_t)sprintf(header, "{'descr': '<f8', 'fortran_order': False, 'shape': (");
  for (int i = 0; i < saved.rank; ++i)
    length += (size_t)sprintf(header + length, i ? ", %lld" : "%lld", (long long)saved.sizes[i]);
  length += (size_t)sprintf(header + length, saved.rank == 1 ? ",), }" : "), }");
  /* The elements begin at a multiple of 64. */
  while ((10 + length + 1) % 64 != 0)
    header[length++] = ' ';
  header[length++] = '\n';
  snprintf(beside, room, "%s.%ld.part", path, (long)getpid());
  file = fopen(beside, "wb");
  failed = !file;
  if (file) {
    unsigned char start[10] = {0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, (unsigned char)length, (unsigned char)(length >> 8)};
    failed |= fwrite(start, 1, sizeof start, file) != sizeof start;
    failed |= fwrite(header, 1, length, file) != length;
    for (size_t i = 0; i < count; ++i) {
      unsigned char bytes[8];
      uint64_t bits;
      memcpy(&bits, &elements[i], sizeof bits);
      for (int b = 0; b < 8; ++b)
        bytes[b] = (unsigned char)(bits >> 8 * b);
      failed |= fwrite(bytes, 1, sizeof bytes, file) != sizeof bytes;
    }
    failed |= fclose(file) != 0;
  }
  if (failed || rename(beside, path) != 0) {
    int error = errno;
    remove(beside);
    fail("cannot write '%s': %s", path, strerror(error));
  }
  free(elements);
  elements = NULL;
  count = capacity = 0;
  free(beside);
  free(header);
}
