/* The text of a shape of which the program finds sizes only when it runs, for programs that run without toyc. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

#define SHARED __attribute__((weak))

SHARED const char *toy_shape_text(const char *text, const int64_t *sizes) {
  /* At most 128 sizes, of at most 20 characters each. */
  static __thread char shown[4096];
  size_t length = 0;
  for (; *text && length + 24 < sizeof shown; ++text) {
    if (*text == '?')
      length += (size_t)snprintf(shown + length, sizeof shown - length, "%" PRId64, *sizes++);
    else
      shown[length++] = *text;
  }
  shown[length] = '\0';
  return shown;
}
