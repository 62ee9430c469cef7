/* The functions that a Python module calls, one for each export. They are defined in functions.h,
 * which is generated.
 *
 * An array is passed by the address of its Python object, and its elements are found here: asking
 * NumPy for the address of the elements takes longer than the rest of a call. */
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "ending.h"

#define TEXT_OF(name) #name
#define TEXT(name) TEXT_OF(name)

/* Where a thread's call returns to when it fails; none outside of a call, and on threads that run a
 * part of a loop. */
static __thread jmp_buf *caller;
/* The message of the last call that failed, while `stream` is open and afterwards. */
static __thread char *message;
static __thread size_t length;
static __thread FILE *stream;

FILE *toy_messages(void) {
  if (!caller)
    return stderr;
  if (!stream) {
    free(message);
    message = NULL;
    stream = open_memstream(&message, &length);
  }
  return stream ? stream : stderr;
}

void toy_end(int kind) {
  if (stream)
    fclose(stream);
  stream = NULL;
  if (!caller)
    exit(1);
  longjmp(*caller, kind);
}

const char *toy_python_message(void) { return message ? message : ""; }

/* Where the address of the elements is in the object of an array; -1: what is passed is that
 * address. */
static int64_t offset = -1;

void toy_python_offset(int64_t found) { offset = found; }

static void *elements(char *array) {
  return offset < 0 ? array : *(void **)(array + offset);
}

/* Calls a function; the status is 0, or the number of an exception. What the program prints is
 * written before Python prints anything itself. */
#define CALL(function)      \
  jmp_buf here;             \
  int status = setjmp(here); \
  if (status == 0) {        \
    caller = &here;         \
    function;               \
  }                         \
  caller = NULL;            \
  fflush(stdout);           \
  return status

#include "functions.h"
