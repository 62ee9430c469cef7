/* Reading and writing .npy files, for programs that run without toyc: as the JIT's runtime functions, with C's library alone.
 *
 * Headers are read by the grammar in docs/npy.md, as in toy-dialect/src/npy/header.rs, and files replaced as in
 * toy-dialect/src/replace.rs: a change here is made there, too, messages included. A program that fails ends with status 1,
 * as it does in toyc. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ending.h"
#include "visible.h"

/* Each object that needs the functions has them; a program of several takes one of each. */
#define SHARED __attribute__((weak))

/* The most dimensions of a tensor, elements that are read or written at once, the longest header. */
enum { UNKNOWN = -1, MAX_DIMENSIONS = 128, BLOCK = 8192, MAX_HEADER = 10000 };

typedef struct {
  int64_t sizes[MAX_DIMENSIONS];
  /* May be more than there is room for, in a file. */
  int rank;
} Shape;

/* Where in the source the file is read or written: file:line:column. */
static __thread const char *place_in_source = "";

static void fail(const char *format, ...) {
  /* A path is at most 4096 bytes, and what is said beside it a few hundred. */
  static __thread char message[16384];
  va_list arguments;
  fflush(NULL);
  FILE *messages = toy_messages();
  if (*place_in_source) {
    toy_show(place_in_source, messages);
    fputs(": ", messages);
  }
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  fputs("error: ", messages);
  toy_show(message, messages);
  fputs("\n", messages);
  toy_end(TOY_FILE_ERROR);
}

/* Sizes between characters that are not digits; a question mark is a size that is not known. */
static Shape sizes(const char *text, const char *end) {
  Shape shape;
  shape.rank = 0;
  while (text < end && shape.rank < MAX_DIMENSIONS) {
    if (*text >= '0' && *text <= '9')
      shape.sizes[shape.rank++] = strtoll(text, (char **)&text, 10);
    else if (*text++ == '?')
      shape.sizes[shape.rank++] = UNKNOWN;
  }
  return shape;
}

/* Whether a shape is the one for which the program was compiled. */
static int same(const Shape *found, const Shape *compiled) {
  if (found->rank != compiled->rank)
    return 0;
  for (int i = 0; i < found->rank; ++i)
    if (compiled->sizes[i] != UNKNOWN && compiled->sizes[i] != found->sizes[i])
      return 0;
  return 1;
}

static uint64_t little_endian(const unsigned char *bytes, int size) {
  uint64_t number = 0;
  for (int i = size - 1; i >= 0; --i)
    number = number << 8 | bytes[i];
  return number;
}

/* The type of a file's elements. */
typedef struct {
  char kind;
  int size, is_big_endian;
} Type;

/* Elements in memory: floats of 64 bits, or of 32, or integers of 64 bits, or of 8 with a sign or without one, which are
 * read from files of integers, or booleans. */
typedef struct {
  void *first;
  size_t size;
  char kind;
} Elements;

static void set(Elements elements, size_t index, double value) {
  if (elements.size == sizeof(float))
    ((float *)elements.first)[index] = (float)value;
  else
    ((double *)elements.first)[index] = value;
}

static uint64_t bits_in_file(const unsigned char *bytes, Type type) {
  unsigned char ordered[8];
  for (int i = 0; i < type.size; ++i)
    ordered[i] = bytes[type.is_big_endian ? type.size - 1 - i : i];
  return little_endian(ordered, type.size);
}

static int64_t with_sign(uint64_t bits, Type type) {
  int unused = 64 - 8 * type.size;
  return (int64_t)(bits << unused) >> unused;
}

static int64_t integer(const char *path, const unsigned char *bytes, Type type) {
  uint64_t bits = bits_in_file(bytes, type);
  if (type.kind == 'b')
    return bits != 0;
  if (type.kind == 'i')
    return with_sign(bits, type);
  if (bits > INT64_MAX)
    fail("'%s' holds %llu, which is not in the range of i64", path, (unsigned long long)bits);
  return (int64_t)bits;
}

/* Whether elements are integers, with a sign or without one. */
static int are_integers(Elements elements) { return elements.kind == 'i' || elements.kind == 'u'; }

static void set_integer(const char *path, Elements elements, size_t index, int64_t value) {
  int has_sign = elements.kind == 'i';
  if (elements.size != 1) {
    ((int64_t *)elements.first)[index] = value;
    return;
  }
  if (has_sign ? value < INT8_MIN || value > INT8_MAX : value < 0 || value > UINT8_MAX)
    fail("'%s' holds %lld, which is not in the range of %c8", path, (long long)value, elements.kind);
  ((unsigned char *)elements.first)[index] = (unsigned char)value;
}

/* Whether an element is not 0, which nan is not. */
static int is_true(const unsigned char *bytes, Type type) {
  uint64_t bits = bits_in_file(bytes, type);
  /* A float is 0 with either sign. */
  if (type.kind == 'f')
    return bits << (65 - 8 * type.size) != 0;
  return bits != 0;
}

static double element(const char *path, const unsigned char *bytes, Type type) {
  static const char reads_integers[] = "which has no exact value as a float of 64 bits; `i64(load(..))` reads integers";
  uint64_t bits = bits_in_file(bytes, type);
  if (type.kind == 'b')
    return bits != 0;
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
    int64_t number = with_sign(bits, type);
    double value = (double)number;
    if (value >= 0x1p63 || (int64_t)value != number)
      fail("'%s' holds %lld, %s", path, (long long)number, reads_integers);
    return value;
  }
  if ((double)bits >= 0x1p64 || (uint64_t)(double)bits != bits)
    fail("'%s' holds %llu, %s", path, (unsigned long long)bits, reads_integers);
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
static void read_elements(const char *path, FILE *file, Type type, Elements elements, size_t count) {
  static unsigned char bytes[8 * BLOCK];
  if (type.kind == 'f' && (size_t)type.size == elements.size && type.is_big_endian != is_little_endian()) {
    read_bytes(path, file, elements.first, count * elements.size);
    return;
  }
  for (size_t first = 0; first < count; first += BLOCK) {
    size_t block = count - first < BLOCK ? count - first : BLOCK;
    read_bytes(path, file, bytes, block * (size_t)type.size);
    for (size_t i = 0; i < block; ++i) {
      const unsigned char *own = bytes + i * (size_t)type.size;
      if (are_integers(elements))
        set_integer(path, elements, first + i, integer(path, own, type));
      else if (elements.kind == 'b')
        ((unsigned char *)elements.first)[first + i] = (unsigned char)is_true(own, type);
      else
        set(elements, first + i, element(path, own, type));
    }
  }
}

/* From Fortran order, in which the first dimension varies fastest, to C order. */
static void reorder(const Shape *shape, Elements fortran, Elements elements, size_t count) {
  int64_t subscripts[MAX_DIMENSIONS] = {0};
  size_t strides[MAX_DIMENSIONS], stride = 1, place = 0;
  for (int d = 0; d < shape->rank; ++d) {
    strides[d] = stride;
    stride *= (size_t)shape->sizes[d];
  }
  for (size_t i = 0; i < count; ++i) {
    memcpy((char *)elements.first + i * elements.size, (char *)fortran.first + place * elements.size, elements.size);
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
    length += shape->sizes[i] == UNKNOWN
                  ? (size_t)snprintf(text + length, room - length, i ? ", ?" : "?")
                  : (size_t)snprintf(text + length, room - length, i ? ", %lld" : "%lld", (long long)shape->sizes[i]);
  if (length < room)
    snprintf(text + length, room - length, ">");
  return text;
}

/* A header that is being read, and what it has said. */
typedef struct {
  const char *path;
  const unsigned char *text;
  size_t length, at;
  /* Of the text in the file. */
  size_t offset;
  const unsigned char *descr;
  size_t length_of_descr;
  /* -1 before it is known. */
  int is_fortran, has_shape;
  Shape shape;
} Header;

static int peek(const Header *header) { return header->at < header->length ? header->text[header->at] : -1; }

static void expected(const Header *header, const char *what) {
  fail("'%s' has a malformed header: expected %s at byte %zu", header->path, what, header->offset + header->at);
}

static void expect(Header *header, char byte) {
  char what[] = {'\'', byte, '\'', 0};
  if (peek(header) != byte)
    expected(header, what);
  ++header->at;
}

/* What Python takes for blanks within brackets. */
static int is_blank(int byte) {
  return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r' || byte == '\f';
}

static void blanks(Header *header) {
  while (is_blank(peek(header)))
    ++header->at;
}

/* A text in quotes of either kind, of printable ASCII without backslashes. */
static const unsigned char *string(Header *header, const char *what, size_t *length) {
  int quote = peek(header);
  size_t start = header->at + 1;
  if (quote != '\'' && quote != '"')
    expected(header, what);
  do
    ++header->at;
  while (peek(header) != quote && peek(header) != '\\' && peek(header) >= ' ' && peek(header) <= '~');
  if (peek(header) != quote)
    expected(header, "a printable character, or the closing quote");
  *length = header->at++ - start;
  return header->text + start;
}

static int is_word(const unsigned char *text, size_t length, const char *word) {
  return length == strlen(word) && memcmp(text, word, length) == 0;
}

static void once(const Header *header, int is_known, const char *key) {
  if (is_known)
    fail("'%s' has a header with two entries '%s'", header->path, key);
}

static int boolean(Header *header) {
  size_t left = header->length - header->at;
  if (left >= 4 && memcmp(header->text + header->at, "True", 4) == 0) {
    header->at += 4;
    return 1;
  }
  if (left < 5 || memcmp(header->text + header->at, "False", 5) != 0)
    expected(header, "True or False");
  header->at += 5;
  return 0;
}

static int is_digit(int byte) { return byte >= '0' && byte <= '9'; }

static void too_large(const char *path) { fail("'%s' says that its array is larger than any file", path); }

static int64_t size(Header *header) {
  size_t start = header->at, end = start;
  int64_t size = 0;
  while (end < header->length && is_digit(header->text[end]))
    ++end;
  if (end == start || (end - start > 1 && header->text[start] == '0'))
    expected(header, "a size without a leading zero");
  for (; header->at < end; ++header->at)
    if (__builtin_mul_overflow(size, 10, &size) ||
        __builtin_add_overflow(size, header->text[header->at] - '0', &size))
      too_large(header->path);
  return size;
}

/* Sizes in parentheses. One alone has a comma after it, without which the parentheses mean nothing in Python. */
static Shape shape_of(Header *header) {
  Shape shape;
  int ends_with_comma = 0;
  shape.rank = 0;
  expect(header, '(');
  for (;;) {
    int64_t found;
    blanks(header);
    if (peek(header) == ')')
      break;
    found = size(header);
    if (shape.rank < MAX_DIMENSIONS)
      shape.sizes[shape.rank] = found;
    ++shape.rank;
    blanks(header);
    ends_with_comma = peek(header) == ',';
    if (!ends_with_comma)
      break;
    ++header->at;
  }
  if (shape.rank == 1 && !ends_with_comma)
    expected(header, "','");
  expect(header, ')');
  return shape;
}

static void read_header(Header *header) {
  while (peek(header) == ' ' || peek(header) == '\t')
    ++header->at;
  expect(header, '{');
  for (;;) {
    const unsigned char *key;
    size_t length;
    blanks(header);
    if (peek(header) == '}')
      break;
    key = string(header, "a key in quotes", &length);
    blanks(header);
    expect(header, ':');
    blanks(header);
    if (is_word(key, length, "descr")) {
      size_t room;
      const unsigned char *descr = string(header, "a type of elements in quotes, as in '<f8'", &room);
      once(header, header->descr != NULL, "descr");
      header->descr = descr;
      header->length_of_descr = room;
    } else if (is_word(key, length, "fortran_order")) {
      int is_fortran = boolean(header);
      once(header, header->is_fortran != -1, "fortran_order");
      header->is_fortran = is_fortran;
    } else if (is_word(key, length, "shape")) {
      Shape shape = shape_of(header);
      once(header, header->has_shape, "shape");
      header->shape = shape;
      header->has_shape = 1;
    } else
      fail("'%s' has a header with an entry '%.*s', which is not known", header->path, (int)length, (const char *)key);
    blanks(header);
    if (peek(header) != ',')
      break;
    ++header->at;
  }
  expect(header, '}');
  blanks(header);
  if (header->at < header->length)
    expected(header, "the end of the header");
  if (!header->descr || header->is_fortran == -1 || !header->has_shape)
    fail("'%s' has a header without '%s'", header->path,
         !header->descr ? "descr" : header->is_fortran == -1 ? "fortran_order" : "shape");
}

/* The type that `<f8` and so on name. */
static Type type_of(const Header *header) {
  const unsigned char *name = header->descr;
  size_t length = header->length_of_descr;
  int has_order = length > 0 && strchr("<>|=", name[0]) != NULL, order = has_order ? name[0] : '=';
  Type type = {0, 0, 0};
  if (length - (size_t)has_order == 2) {
    type.kind = (char)name[has_order];
    type.size = name[has_order + 1] - '0';
  }
  type.is_big_endian = order == '>' || (order != '<' && !is_little_endian());
  if (!(type.kind == 'f' ? type.size == 4 || type.size == 8
        : type.kind == 'b' ? type.size == 1
                           : (type.kind == 'i' || type.kind == 'u') &&
                                 (type.size == 1 || type.size == 2 || type.size == 4 || type.size == 8)))
    fail("'%s' holds elements of type '%.*s'; read are floats of 4 and 8 bytes, integers and booleans, as in '<f8' and '|u1'",
         header->path, (int)length, (const char *)name);
  return type;
}

/* Opens a regular file: a FIFO or a device might block. */
static FILE *open_to_read(const char *path, struct stat *status) {
  int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  FILE *file;
  if (descriptor < 0 || fstat(descriptor, status) != 0)
    fail("cannot read '%s': %s", path, strerror(errno));
  if (!S_ISREG(status->st_mode))
    fail("cannot read '%s': it is %s, not a regular file", path,
         S_ISFIFO(status->st_mode)                                ? "a FIFO"
         : S_ISCHR(status->st_mode) || S_ISBLK(status->st_mode) ? "a device"
         : S_ISDIR(status->st_mode)                             ? "a directory"
                                                                : "no file");
  file = fdopen(descriptor, "rb");
  if (!file)
    fail("cannot read '%s': %s", path, strerror(errno));
  return file;
}

/* Opens a file and reads its header, after which the array is, which has this shape, and so many elements. */
static FILE *open_array(const char *path, const char *compiled, const char *place, Header *header, Type *type,
                        size_t *total) {
  static unsigned char text[MAX_HEADER];
  Shape shape = sizes(compiled, compiled + strlen(compiled));
  unsigned char start[12];
  size_t length, read, size_of_start, size_of_header, bytes;
  struct stat status;
  FILE *file;
  *header = (Header){.path = path, .text = text, .is_fortran = -1};
  *total = 1;
  place_in_source = place;
  file = open_to_read(path, &status);
  length = (size_t)status.st_size;
  read = fread(start, 1, sizeof start, file);
  if (ferror(file))
    fail("cannot read '%s': %s", path, strerror(errno));
  if (read < 6 || memcmp(start, "\x93NUMPY", 6) != 0)
    fail("'%s' is not a .npy file: it does not begin like one", path);
  if (read < 8)
    fail("'%s' ends within its header", path);
  if (start[6] < 1 || start[6] > 3 || start[7] != 0)
    fail("'%s' is of version %d.%d of the format; versions 1.0, 2.0 and 3.0 are known", path, start[6], start[7]);
  size_of_start = start[6] == 1 ? 10 : 12;
  if (read < size_of_start)
    fail("'%s' ends within its header", path);
  size_of_header = (size_t)little_endian(start + 8, (int)size_of_start - 8);
  if (size_of_header > MAX_HEADER)
    fail("'%s' has a header of %zu bytes, and at most %d are read", path, size_of_header, MAX_HEADER);
  if (length < size_of_start || length - size_of_start < size_of_header)
    fail("'%s' ends within its header", path);
  if (fseek(file, (long)size_of_start, SEEK_SET) != 0)
    fail("cannot read '%s': %s", path, strerror(errno));
  read_bytes(path, file, text, size_of_header);
  header->length = size_of_header;
  header->offset = size_of_start;
  read_header(header);
  *type = type_of(header);
  if (header->shape.rank > MAX_DIMENSIONS)
    fail("'%s' holds an array of %d dimensions, and a tensor has at most %d", path, header->shape.rank, MAX_DIMENSIONS);
  for (int i = 0; i < header->shape.rank; ++i)
    if (header->shape.sizes[i] == 0)
      fail("'%s' holds an array without elements, and a tensor has at least one", path);
  for (int i = 0; i < header->shape.rank; ++i)
    if (__builtin_mul_overflow(*total, (size_t)header->shape.sizes[i], total))
      too_large(path);
  if (__builtin_mul_overflow(*total, (size_t)type->size, &bytes) ||
      __builtin_add_overflow(bytes, size_of_start + size_of_header, &bytes))
    too_large(path);
  if (bytes > length)
    fail("'%s' is too short: it has %zu bytes, and its array takes %zu", path, length, bytes);
  if (!same(&header->shape, &shape)) {
    char is[4096], was[4096];
    fail("'%s' holds shape %s, and the program was compiled for %s", path, shown(&header->shape, is, sizeof is),
         shown(&shape, was, sizeof was));
  }
  return file;
}

static void load(const char *path, const char *compiled, const char *place, Elements elements) {
  Header header;
  Type type;
  size_t total;
  FILE *file = open_array(path, compiled, place, &header, &type, &total);
  if (are_integers(elements) && type.kind == 'f')
    fail("'%s' holds floats, and the program was compiled for integers", path);
  if (header.is_fortran) {
    Elements fortran = {malloc(total * elements.size), elements.size, elements.kind};
    if (!fortran.first)
      fail("cannot allocate %zu bytes for the contents of '%s'", total * elements.size, path);
    read_elements(path, file, type, fortran, total);
    reorder(&header.shape, fortran, elements, total);
    free(fortran.first);
  } else
    read_elements(path, file, type, elements, total);
  fclose(file);
}

SHARED void toy_file_shape(const char *path, const char *shape, const char *place, int64_t *sizes) {
  Header header;
  Type type;
  size_t total;
  fclose(open_array(path, shape, place, &header, &type, &total));
  memcpy(sizes, header.shape.sizes, (size_t)header.shape.rank * sizeof *sizes);
}

SHARED void toy_load(const char *path, const char *shape, const char *place, double *elements) {
  load(path, shape, place, (Elements){elements, sizeof *elements, 'f'});
}

SHARED void toy_load_f32(const char *path, const char *shape, const char *place, float *elements) {
  load(path, shape, place, (Elements){elements, sizeof *elements, 'f'});
}

SHARED void toy_load_i64(const char *path, const char *shape, const char *place, int64_t *elements) {
  load(path, shape, place, (Elements){elements, sizeof *elements, 'i'});
}

SHARED void toy_load_i8(const char *path, const char *shape, const char *place, int8_t *elements) {
  load(path, shape, place, (Elements){elements, sizeof *elements, 'i'});
}

SHARED void toy_load_u8(const char *path, const char *shape, const char *place, uint8_t *elements) {
  load(path, shape, place, (Elements){elements, sizeof *elements, 'u'});
}

SHARED void toy_load_bool(const char *path, const char *shape, const char *place, unsigned char *elements) {
  load(path, shape, place, (Elements){elements, sizeof *elements, 'b'});
}

/* A NaN is the same one in every file: which bits it has depends on how it was computed. */
static uint64_t bits_of(Elements elements, size_t index) {
  uint32_t narrow;
  uint64_t bits;
  if (elements.size == 1)
    return ((const unsigned char *)elements.first)[index];
  if (elements.size == sizeof narrow) {
    float value = ((const float *)elements.first)[index];
    memcpy(&narrow, &value, sizeof narrow);
    return value != value ? UINT32_C(0x7FC00000) : narrow;
  }
  double value = ((const double *)elements.first)[index];
  memcpy(&bits, &value, sizeof bits);
  return value != value && elements.kind == 'f' ? UINT64_C(0x7FF8000000000000) : bits;
}

static int write_elements(FILE *file, Elements elements, size_t count) {
  static unsigned char bytes[8 * BLOCK];
  for (size_t first = 0; first < count; first += BLOCK) {
    size_t block = count - first < BLOCK ? count - first : BLOCK;
    for (size_t i = 0; i < block; ++i) {
      uint64_t bits = bits_of(elements, first + i);
      for (size_t b = 0; b < elements.size; ++b)
        bytes[elements.size * i + b] = (unsigned char)(bits >> 8 * b);
    }
    if (fwrite(bytes, elements.size, block, file) != block)
      return 0;
  }
  return 1;
}

/* Where new contents of a file are written: into a temporary file that takes the target's place, or into the target. */
typedef struct {
  int descriptor;
  /* Allocated; NULL for a file that is overwritten in place, and the first also for a file that has no name yet. */
  char *temporary, *target;
} Output;

/* A random name in the directory of a file, allocated; NULL with an error number if there are no random numbers. */
static char *name_beside(const char *path) {
  const char *slash = strrchr(path, '/');
  size_t length = slash ? (size_t)(slash - path) + 1 : 0;
  uint64_t random[2];
  char *name = malloc(length + 64);
  if (!name)
    fail("there is no memory to write '%s'", path);
  if (getentropy(random, sizeof random) != 0) {
    free(name);
    return NULL;
  }
  memcpy(name, path, length);
  snprintf(name + length, 64, ".toy.%016llx%016llx.part", (unsigned long long)random[0], (unsigned long long)random[1]);
  return name;
}

#ifdef O_TMPFILE
/* Where the system shows an open file. */
static const char *entry(int descriptor) {
  static __thread char name[32];
  snprintf(name, sizeof name, "/proc/self/fd/%d", descriptor);
  return name;
}
#endif

/* Creates a file in the directory of another one: without a name, where the system can, so that nothing is left when a
 * signal ends the program; else exclusively and under a random name, so that nobody can prepare a link there. -1 with an
 * error number on failure. */
static int create_beside(const char *path, mode_t mode, char **name) {
  int descriptor;
#ifdef O_TMPFILE
  char *directory = strdup(path), *slash = directory ? strrchr(directory, '/') : NULL;
  if (slash)
    slash[slash == directory] = '\0';
  descriptor = directory ? open(slash ? directory : ".", O_WRONLY | O_TMPFILE | O_CLOEXEC, mode) : -1;
  free(directory);
  *name = NULL;
  if (descriptor >= 0 && access(entry(descriptor), F_OK) == 0)
    return descriptor;
  if (descriptor >= 0)
    close(descriptor);
#endif
  for (;;) {
    *name = name_beside(path);
    if (!*name)
      return -1;
    descriptor = open(*name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
    if (descriptor >= 0 || errno != EEXIST)
      return descriptor;
    free(*name);
  }
}

/* Gives a file without a name the target's, or a random one if the target exists. The number of an error, or 0. */
static int give_name(Output *output) {
#ifdef O_TMPFILE
  const char *file = entry(output->descriptor);
  if (!output->target || output->temporary || linkat(AT_FDCWD, file, AT_FDCWD, output->target, AT_SYMLINK_FOLLOW) == 0)
    return 0;
  while (errno == EEXIST) {
    free(output->temporary);
    output->temporary = name_beside(output->target);
    if (output->temporary && linkat(AT_FDCWD, file, AT_FDCWD, output->temporary, AT_SYMLINK_FOLLOW) == 0)
      return 0;
  }
  return errno;
#else
  (void)output;
  return 0;
#endif
}

static void cannot_write(const char *path, int error) { fail("cannot write '%s': %s", path, strerror(error)); }

/* A file that does not exist yet. */
static Output create(const char *path) {
  Output output = {-1, NULL, NULL};
  struct stat status;
  if (lstat(path, &status) == 0) {
    /* A link to a file that does not exist. */
    output.descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (output.descriptor < 0)
      cannot_write(path, errno);
    return output;
  }
  if (!*path || path[strlen(path) - 1] == '/')
    cannot_write(path, ENOENT);
  output.descriptor = create_beside(path, 0666, &output.temporary);
  output.target = strdup(path);
  if (output.descriptor < 0)
    cannot_write(path, errno);
  if (!output.target)
    fail("there is no memory to write '%s'", path);
  return output;
}

/* Opens a file for new contents. Links, permissions, owners and devices stay; replace.rs says how. */
static Output open_to_write(const char *path) {
  Output output = {-1, NULL, NULL};
  struct stat status, found, created;
  int old = open(path, O_WRONLY | O_CLOEXEC);
  if (old < 0 && errno == ENOENT)
    return create(path);
  if (old < 0 || fstat(old, &status) != 0)
    cannot_write(path, errno);
  if (S_ISREG(status.st_mode) && status.st_nlink == 1) {
    output.target = realpath(path, NULL);
    if (!output.target)
      cannot_write(path, errno);
    if (lstat(output.target, &found) == 0 && found.st_dev == status.st_dev && found.st_ino == status.st_ino) {
      output.descriptor = create_beside(output.target, 0600, &output.temporary);
      if (output.descriptor < 0 && errno != EACCES && errno != EPERM && errno != EROFS)
        cannot_write(path, errno);
      if (output.descriptor >= 0 && fstat(output.descriptor, &created) == 0 && created.st_uid == status.st_uid &&
          created.st_gid == status.st_gid && fchmod(output.descriptor, status.st_mode & 07777) == 0) {
        close(old);
        return output;
      }
      if (output.descriptor >= 0) {
        close(output.descriptor);
        if (output.temporary)
          unlink(output.temporary);
      }
    }
    free(output.temporary);
    free(output.target);
    output.temporary = output.target = NULL;
  }
  if (S_ISREG(status.st_mode) && ftruncate(old, 0) != 0)
    cannot_write(path, errno);
  output.descriptor = old;
  return output;
}

/* Replaces a file by bytes and elements. */
static void put(const char *path, const char *bytes, size_t length, Elements elements, size_t count) {
  int error = 0;
  Output output = open_to_write(path);
  FILE *file = fdopen(output.descriptor, "wb");
  if (file) {
    if (fwrite(bytes, 1, length, file) != length || !write_elements(file, elements, count))
      error = errno;
    if (!error && fflush(file) != 0)
      error = errno;
    if (!error)
      error = give_name(&output);
    if (fclose(file) != 0 && !error)
      error = errno;
  } else
    error = errno;
  if (!error && output.temporary && rename(output.temporary, output.target) != 0)
    error = errno;
  if (error) {
    if (output.temporary)
      unlink(output.temporary);
    cannot_write(path, error);
  }
  free(output.temporary);
  free(output.target);
}

static void save(const char *path, const char *shape, const char *place, Elements elements) {
  Shape saved = sizes(shape, shape + strlen(shape));
  char *header = malloc(128 + 24 * (size_t)saved.rank);
  size_t length, count = 1;
  place_in_source = place;
  if (!header)
    fail("there is no memory to write '%s'", path);
  memcpy(header, "\x93NUMPY\1\0", 8);
  length = 10 + (size_t)sprintf(header + 10, "{'descr': '%c%c%zu', 'fortran_order': False, 'shape': (",
                                elements.size == 1 ? '|' : '<', elements.kind, elements.size);
  for (int i = 0; i < saved.rank; ++i) {
    length += (size_t)sprintf(header + length, i ? ", %lld" : "%lld", (long long)saved.sizes[i]);
    count *= (size_t)saved.sizes[i];
  }
  length += (size_t)sprintf(header + length, saved.rank == 1 ? ",), }" : "), }");
  /* The elements begin at a multiple of 64. */
  while ((length + 1) % 64 != 0)
    header[length++] = ' ';
  header[length++] = '\n';
  header[8] = (char)((length - 10) & 0xff);
  header[9] = (char)((length - 10) >> 8);
  put(path, header, length, elements, count);
  free(header);
}

/* For plot.c. */
SHARED void toy_write(const char *path, const char *place, const char *text, size_t length) {
  place_in_source = place;
  put(path, text, length, (Elements){NULL, sizeof(double), 'f'}, 0);
}

SHARED void toy_save(const char *path, const char *shape, const char *place, double *elements) {
  save(path, shape, place, (Elements){elements, sizeof *elements, 'f'});
}

SHARED void toy_save_f32(const char *path, const char *shape, const char *place, float *elements) {
  save(path, shape, place, (Elements){elements, sizeof *elements, 'f'});
}

SHARED void toy_save_i64(const char *path, const char *shape, const char *place, int64_t *elements) {
  save(path, shape, place, (Elements){elements, sizeof *elements, 'i'});
}

SHARED void toy_save_i8(const char *path, const char *shape, const char *place, int8_t *elements) {
  save(path, shape, place, (Elements){elements, sizeof *elements, 'i'});
}

SHARED void toy_save_u8(const char *path, const char *shape, const char *place, uint8_t *elements) {
  save(path, shape, place, (Elements){elements, sizeof *elements, 'u'});
}

SHARED void toy_save_bool(const char *path, const char *shape, const char *place, unsigned char *elements) {
  save(path, shape, place, (Elements){elements, sizeof *elements, 'b'});
}
