/* Calls the functions of ../export-i8.toy through the header that toyc makes. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "library.h"

int main(void) {
  int8_t elements[] = {1, -2, 127, -128, 0, 0}, weights[] = {127, -128, 127};
  int8_t numbers[] = {126, 127};
  double reals[] = {0, 1.25, 1e9};
  toy_memref_2_i8 matrix = toy_memref_2_i8_of(elements, 2, 3), turned;
  toy_memref_1_i8 row = toy_memref_1_i8_of(weights, 3), bytes;
  toy_memref_1_i64 sums;
  toy_memref_1 real = toy_memref_1_of(reals, 3);

  printf("product %d:", product(&sums, &matrix, &row));
  printf(" %" PRId64 " %" PRId64 "\n", sums.aligned[0], sums.aligned[1]);
  free(sums.allocated);

  printf("stored %d:", stored(&bytes, &real));
  printf(" %d %d %d\n", bytes.aligned[0], bytes.aligned[1], bytes.aligned[2]);
  free(bytes.allocated);

  printf("flipped %d:", flipped(&turned, &matrix));
  for (int i = 0; i < 6; ++i)
    printf(" %d", turned.aligned[i]);
  puts("");
  free(turned.allocated);

  toy_memref_0_i8 number, after;
  int status = 0, found[2];
  for (int i = 0; i < 2; ++i) {
    number = toy_memref_0_i8_of(&numbers[i]);
    status |= next(&after, &number);
    found[i] = after.aligned[0];
    free(after.allocated);
  }
  printf("next %d: %d %d\n", status, found[0], found[1]);
  return 0;
}
