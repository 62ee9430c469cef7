/* The arguments and the exit status of programs that run without toyc: as the JIT's runtime functions. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "visible.h"

/* Each object that needs the functions has them; a program of several takes one of each. */
#define SHARED __attribute__((weak))

static int count, status;
static char **words;

/* What the program's `main` is given; the first word is the name of the program. */
SHARED void toy_start(int given, char **arguments) {
  count = given > 0 ? given - 1 : 0;
  words = arguments;
}

static void refuse(int64_t expected, const char *usage) {
  fflush(NULL);
  fprintf(stderr, "error: the program takes %lld %s%s%s; found %d\nusage: ", (long long)expected,
          expected == 1 ? "argument" : "arguments", *usage ? ": " : "", usage, count);
  toy_show(words && words[0] ? words[0] : "program", stderr);
  fprintf(stderr, "%s%s\n", *usage ? " " : "", usage);
  exit(2);
}

/* The same of a program that takes no arguments. */
SHARED void toy_start_alone(int given, char **arguments) {
  toy_start(given, arguments);
  if (count != 0)
    refuse(0, "");
}

/* Ends the program where its arguments are not as many as it takes. */
SHARED void toy_takes_arguments(int64_t expected, const char *usage) {
  if (count != expected)
    refuse(expected, usage);
}

SHARED const char *toy_argument(int64_t number) {
  if (number >= 0 && number < count)
    return words[number + 1];
  fflush(NULL);
  fprintf(stderr, "error: the program has no argument %lld\n", (long long)number);
  exit(2);
}

/* What `main` returns. */
SHARED void toy_exit_status(const char *place, const double *value) {
  if (*value >= 0 && *value <= 255 && *value == (int)*value) {
    status = (int)*value;
    return;
  }
  fflush(NULL);
  toy_show(place, stderr);
  fprintf(stderr, "%serror: 'main' returns an exit status, a whole number from 0 to 255; found %g\n",
          *place ? ": " : "", *value);
  exit(1);
}

SHARED int toy_status(void) { return status; }
