/* Reading and writing .npy files, for programs that run without toyc: what the hooks of the JIT do, with C's library alone.
 *
 * A tensor is read and written whole, block by block: a file is written first beside its place and then moved into it, so
 * that a failed save leaves the old file. A program that fails ends with status 1, as it does in toyc. */
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Each object that needs the functions has them; a program of several takes one of each. */
#define SHARED __attribute__((weak))

/* Elements that are read or written at once. */
enum { MAX_DIMENSIONS = 256, BLOCK = 8192 };

typedef struct {
  int64_t sizes[MAX_DIMENSIONS];
  int rank;
} Shape;

/* Where in the source the file is read or written: file:line:column. */
static const char *place_in_source = "";

static void fail(const char *format, ...) {
  va_list arguments;
  fflush(NULL);
  fprintf(stderr, "%s%serror: ", place_in_source, *place_in_source ? ": " : "");
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fputs("\n", stderr);
  exit(1);
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

/* The type of a file's elements. */
typedef struct {
  char kind;
  int size, is_big_endian;
} Type;

static double element(const char *path, const unsigned char *bytes, Type type) {
  unsigned char ordered[8];
  uint64_t bits;
  for (int i = 0; i < type.size; ++i)
    ordered[i] = bytes[type.is_big_endian ? type.size - 1 - i : i];
  bits = little_endian(ordered, type.size);
  if (type.kind == 'f' && type.size == 4) {
    uint32_t narrow = (uint32_t)bits;
    float value;
    memcpy(&value, &narrow, sizeof value);
    return value;
  }
  if (type.kind == 'f') {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
  }
  if (type.kind == 'i') {
    int unused = 64 - 8 * type.size;
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

static int is_little_endian(void) {
  const uint16_t one = 1;
  return *(const unsigned char *)&one;
}

static void read_bytes(const char *path, FILE *file, void *bytes, size_t count) {
  if (fread(bytes, 1, count, file) != count)
    fail("cannot read '%s': %s", path, ferror(file) ? strerror(errno) : "it ends before its array does");
}

/* Elements in the order of the file. */
static void read_elements(const char *path, FILE *file, Type type, double *elements, size_t count) {
  static unsigned char bytes[8 * BLOCK];
  if (type.kind == 'f' && type.size == 8 && type.is_big_endian != is_little_endian()) {
    read_bytes(path, file, elements, count * sizeof *elements);
    return;
  }
  while (count > 0) {
    size_t block = count < BLOCK ? count : BLOCK;
    read_bytes(path, file, bytes, block * (size_t)type.size);
    for (size_t i = 0; i < block; ++i)
      elements[i] = element(path, bytes + i * (size_t)type.size, type);
    elements += block;
    count -= block;
  }
}

/* From Fortran order, in which the first dimension varies fastest, to C order. */
static void reorder(const Shape *shape, const double *fortran, double *elements, size_t count) {
  int64_t subscripts[MAX_DIMENSIONS] = {0};
  size_t strides[MAX_DIMENSIONS], stride = 1, place = 0;
  for (int d = 0; d < shape->rank; ++d) {
    strides[d] = stride;
    stride *= (size_t)shape->sizes[d];
  }
  for (size_t i = 0; i < count; ++i) {
    elements[i] = fortran[place];
    for (int d = shape->rank - 1; d >= 0; --d) {
      place += strides[d];
      if (++subscripts[d] < shape->sizes[d])
        break;
      subscripts[d] = 0;
      place -= strides[d] * (size_t)shape->sizes[d];
    }
  }
}

/* A shape as the language writes it: <2, 3>. */
static const char *shown(const Shape *shape, char *text, size_t room) {
  size_t length = (size_t)snprintf(text, room, "<");
  for (int i = 0; i < shape->rank && length < room; ++i)
    length += (size_t)snprintf(text + length, room - length, i ? ", %lld" : "%lld", (long long)shape->sizes[i]);
  if (length < room)
    snprintf(text + length, room - length, ">");
  return text;
}

SHARED void toy_load(const char *path, const char *expected, const char *place, double *elements) {
  Shape shape = sizes(expected, expected + strlen(expected)), found;
  unsigned char start[12];
  size_t length, read, size_of_start, size_of_header, total = 1;
  struct stat status;
  char *header;
  const char *text, *end;
  Type type;
  int is_fortran;
  FILE *file;
  place_in_source = place;
  file = fopen(path, "rb");
  if (!file || fstat(fileno(file), &status) != 0)
    fail("cannot read '%s': %s", path, strerror(errno));
  length = (size_t)status.st_size;
  read = fread(start, 1, sizeof start, file);
  if (ferror(file))
    fail("cannot read '%s': %s", path, strerror(errno));
  if (read < 6 || memcmp(start, "\x93NUMPY", 6) != 0)
    fail("'%s' is no .npy file: it does not begin like one", path);
  if (read > 6 && (start[6] < 1 || start[6] > 3))
    fail("'%s' is of version %d of the format; versions 1 to 3 are known", path, start[6]);
  size_of_start = read > 6 && start[6] == 1 ? 10 : 12;
  size_of_header = read < size_of_start ? 0 : (size_t)little_endian(start + 8, (int)size_of_start - 8);
  if (read < size_of_start || length < size_of_start || length - size_of_start < size_of_header)
    fail("'%s' ends within its header", path);
  header = malloc(size_of_header + 1);
  if (!header)
    fail("there is no memory for the header of '%s'", path);
  fseek(file, (long)size_of_start, SEEK_SET);
  read_bytes(path, file, header, size_of_header);
  header[size_of_header] = 0;
  text = entry(path, header, "descr");
  type.is_big_endian = text[0] && text[1] == '>';
  text += text[0] && strchr("<>|=", text[1]) && text[1] ? 2 : 1;
  type.kind = text[0];
  type.size = type.kind ? text[1] - '0' : 0;
  if (!(type.kind == 'f' ? type.size == 4 || type.size == 8
        : type.kind == 'b' ? type.size == 1
                           : (type.kind == 'i' || type.kind == 'u') &&
                                 (type.size == 1 || type.size == 2 || type.size == 4 || type.size == 8)) ||
      (text[2] != '\'' && text[2] != '"'))
    fail("'%s' holds elements that are no floats of 4 and 8 bytes, integers or truths", path);
  is_fortran = strncmp(entry(path, header, "fortran_order"), "True", 4) == 0;
  text = entry(path, header, "shape");
  end = strchr(text, ')');
  if (text[0] != '(' || !end)
    fail("'%s' has a header whose shape is no list of sizes", path);
  found = sizes(text, end);
  if (!same(&found, &shape)) {
    char is[1024], was[1024];
    fail("'%s' holds shape %s, and the program was compiled for %s", path, shown(&found, is, sizeof is),
         shown(&shape, was, sizeof was));
  }
  for (int i = 0; i < shape.rank; ++i)
    total *= (size_t)shape.sizes[i];
  if ((length - size_of_start - size_of_header) / (size_t)type.size < total)
    fail("'%s' is too short: it has %zu bytes, and its array takes %zu", path, length,
         size_of_start + size_of_header + total * (size_t)type.size);
  if (is_fortran) {
    double *fortran = malloc(total * sizeof *fortran);
    if (!fortran)
      fail("there is no memory for the contents of '%s'", path);
    read_elements(path, file, type, fortran, total);
    reorder(&shape, fortran, elements, total);
    free(fortran);
  } else
    read_elements(path, file, type, elements, total);
  free(header);
  fclose(file);
}

static int write_elements(FILE *file, const double *elements, size_t count) {
  static unsigned char bytes[8 * BLOCK];
  if (is_little_endian())
    return fwrite(elements, sizeof *elements, count, file) == count;
  while (count > 0) {
    size_t block = count < BLOCK ? count : BLOCK;
    for (size_t i = 0; i < block; ++i) {
      uint64_t bits;
      memcpy(&bits, &elements[i], sizeof bits);
      for (int b = 0; b < 8; ++b)
        bytes[8 * i + (size_t)b] = (unsigned char)(bits >> 8 * b);
    }
    if (fwrite(bytes, 8, block, file) != block)
      return 0;
    elements += block;
    count -= block;
  }
  return 1;
}

SHARED void toy_save(const char *path, const char *shape, const char *place, const double *elements) {
  Shape saved = sizes(shape, shape + strlen(shape));
  size_t room = strlen(path) + 32, length, count = 1;
  char *beside = malloc(room);
  char *header = malloc(128 + 24 * (size_t)saved.rank);
  int failed;
  FILE *file;
  place_in_source = place;
  if (!beside || !header)
    fail("there is no memory to write '%s'", path);
  length = (size_t)sprintf(header, "{'descr': '<f8', 'fortran_order': False, 'shape': (");
  for (int i = 0; i < saved.rank; ++i) {
    length += (size_t)sprintf(header + length, i ? ", %lld" : "%lld", (long long)saved.sizes[i]);
    count *= (size_t)saved.sizes[i];
  }
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
    failed |= !write_elements(file, elements, count);
    failed |= fclose(file) != 0;
  }
  if (failed || rename(beside, path) != 0) {
    int error = errno;
    remove(beside);
    fail("cannot write '%s': %s", path, strerror(error));
  }
  free(beside);
  free(header);
}
