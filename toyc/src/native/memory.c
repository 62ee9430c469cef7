/* Memory for programs that run without toyc: the functions of C's library, but that the program ends with status 1 where
 * there is no more. The linker puts these in the place of the library's (--wrap). */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

void *__real_malloc(size_t bytes);
void *__real_aligned_alloc(size_t alignment, size_t bytes);
void *__real_calloc(size_t count, size_t size);

#include "allocations.h"
#include "visible.h"

/* Where in the source so many bytes are asked for: file:line:column. */
static const struct {
  unsigned long long bytes;
  const char *place;
} allocations[] = {TOY_ALLOCATIONS{0, NULL}};

static void show_places(size_t bytes) {
  const char *before = "";
  for (size_t i = 0; allocations[i].place; ++i) {
    if (allocations[i].bytes != bytes)
      continue;
    fputs(before, stderr);
    toy_show(allocations[i].place, stderr);
    before = " or ";
  }
  if (*before)
    fputs(": ", stderr);
}

static void *checked(void *memory, size_t bytes) {
  if (memory == NULL && bytes > 0) {
    fflush(NULL);
    show_places(bytes);
    fprintf(stderr, "error: cannot allocate %zu bytes\n", bytes);
    exit(1);
  }
  return memory;
}

void *__wrap_malloc(size_t bytes) { return checked(__real_malloc(bytes), bytes); }

void *__wrap_aligned_alloc(size_t alignment, size_t bytes) {
  return checked(__real_aligned_alloc(alignment, bytes), bytes);
}

void *__wrap_calloc(size_t count, size_t size) { return checked(__real_calloc(count, size), count * size); }
