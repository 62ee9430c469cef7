/* The numbers of Toy's `random`. */
#include <stdint.h>
#include <string.h>

static uint64_t mix(uint64_t x) {
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

static void fill(double *a, long count, double seed) {
  uint64_t bits;
  memcpy(&bits, &seed, sizeof bits);
  bits = mix(bits);
  for (long k = 0; k < count; k++)
    a[k] = (double)(mix(bits + (uint64_t)(k + 1) * 0x9e3779b97f4a7c15u) >> 11) * 0x1p-53;
}
