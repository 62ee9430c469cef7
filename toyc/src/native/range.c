/* What a program says that takes elements which a tensor does not have, for programs that run without toyc: what the
 * hook of the JIT does, in the same words. The program ends with status 1. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ending.h"
#include "visible.h"

#define TEXT_OF(name) #name
#define TEXT(name) TEXT_OF(name)

/* The name in the object, which no name of the language is. */
void out_of_range(int64_t first, int64_t count, int64_t size, const char *at)
    __asm__(TEXT(__USER_LABEL_PREFIX__) "toy.out_of_range");

/* Each object that needs the function has it; a program of several takes one. A count of -1 is a single element; with -2
 * the index is not a whole number, with -3 a loop's bound is none, and the first number has the bits of the float; so it has with -4 and -5, where
 * it is not an integer. With -6 an integer is divided by 0. With -7 to -9 a file has sizes that the program cannot use:
 * two that are to be equal, one below 1, and those of a tensor that no memory holds. */
__attribute__((weak)) void out_of_range(int64_t first, int64_t count, int64_t size, const char *at) {
  fflush(NULL);
  FILE *messages = toy_messages();
  toy_show(at, messages);
  if (*at)
    fputs(": ", messages);
  int is_of_integers = count <= -4 && count >= -6;
  int is_of_sizes = count <= -7 && count >= -9;
  fputs(is_of_integers ? "error[T0099]: " : count == -3 ? "error[T0065]: " : count == -7 ? "error[T0052]: "
        : count == -8 ? "error[T0019]: " : count == -9 ? "error[T0053]: " : "error[T0066]: ", messages);
  double number;
  memcpy(&number, &first, sizeof number);
  if (count == -3 && number != number)
    fputs("a loop's bound must be a whole number, found nan\n", messages);
  else if (count == -3)
    fprintf(messages, "a loop's bound must be a whole number, found %f\n", number);
  else if (count == -4 && number != number)
    fputs("nan is not in the range of i64\n", messages);
  else if (count == -4)
    fprintf(messages, "%f is not in the range of i64\n", number);
  else if (count == -5)
    fprintf(messages, "%f is not a whole number, and is combined with i64\n", number);
  else if (count == -6)
    fputs("an integer is divided by 0\n", messages);
  else if (count == -7)
    fprintf(messages, "sizes that have to be equal here are %" PRId64 " and %" PRId64 "\n", first, size);
  else if (count == -8)
    fprintf(messages, "a size here is %" PRId64 ", and a size is at least 1\n", first);
  else if (count == -9)
    fputs("a tensor here has more elements than memory\n", messages);
  else if (count == -2 && number != number)
    fprintf(messages, "nan is not an index in a dimension of size %" PRId64 "\n", size);
  else if (count == -2)
    fprintf(messages, "%f is not an index in a dimension of size %" PRId64 "\n", number, size);
  else if (count == -1)
    fprintf(messages, "there is no element %" PRId64 " in a dimension of size %" PRId64 "\n", first, size);
  else
    fprintf(messages, "the range %" PRId64 ":%" PRId64 " is not in a dimension of size %" PRId64 "\n", first,
            (int64_t)((uint64_t)first + (uint64_t)count), size);
  toy_end(count == -3 || is_of_integers || is_of_sizes ? TOY_VALUE_ERROR : TOY_INDEX_ERROR);
}
