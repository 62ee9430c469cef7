/* Text from outside, made safe to show: what a terminal would obey instead of showing it is written as its number, as
 * toyc's own messages do (mlir-lite/diagnostics/src/visible.rs). Bytes that are not UTF-8 are written as bytes. */
#ifndef TOY_VISIBLE
#define TOY_VISIBLE

#include <stdio.h>

/* Decodes the character at `text`; returns its length, or 0 if it is none. */
static int toy_decode(const unsigned char *text, unsigned long *character) {
  int length = *text < 0x80 ? 1 : *text < 0xc2 ? 0 : *text < 0xe0 ? 2 : *text < 0xf0 ? 3 : *text < 0xf5 ? 4 : 0;
  *character = length < 2 ? *text : *text & (0x7fu >> length);
  for (int i = 1; i < length; ++i) {
    if ((text[i] & 0xc0) != 0x80)
      return 0;
    *character = *character << 6 | (text[i] & 0x3f);
  }
  return length;
}

static int toy_is_hidden(unsigned long c) {
  return (c < 0x20 && c != '\t') || (c >= 0x7f && c < 0xa0) || c == 0x61c || c == 0x200e || c == 0x200f ||
         (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

/* Writes a text on one line. */
static void toy_show(const char *text, FILE *file) {
  const unsigned char *at = (const unsigned char *)text;
  while (*at) {
    unsigned long character;
    int length = toy_decode(at, &character);
    if (length == 0)
      fprintf(file, "\\x%02x", (unsigned)*at);
    else if (toy_is_hidden(character))
      fprintf(file, "\\u{%lx}", character);
    else
      fwrite(at, 1, (size_t)length, file);
    at += length ? length : 1;
  }
}

#endif
