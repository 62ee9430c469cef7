/* Calls the functions of test/toy/native/export-u8.toy. */
#include "library.h"

#include <stdio.h>
#include <stdlib.h>

int main(void) {
  uint8_t numbers[2][3] = {{255, 1, 200}, {3, 4, 0}};
  int8_t weights[3] = {127, -128, 127};
  toy_memref_2_u8 x = toy_memref_2_u8_of(&numbers[0][0], 2, 3);
  toy_memref_1_i8 w = toy_memref_1_i8_of(weights, 3);
  toy_memref_1_i64 sums;
  toy_memref_2_u8 columns;
  toy_memref_0_u8 result;
  uint8_t number = 254, last = 255;
  toy_memref_0_u8 before = toy_memref_0_u8_of(&number), end = toy_memref_0_u8_of(&last);
  int status = product(&sums, &x, &w);
  printf("product %d: %lld %lld\n", status, (long long)sums.aligned[0], (long long)sums.aligned[1]);
  status = flipped(&columns, &x);
  printf("flipped %d:", status);
  for (int i = 0; i < 6; ++i)
    printf(" %d", columns.aligned[i]);
  status = next(&result, &before);
  printf("\nnext %d: %d", status, result.aligned[0]);
  free(result.allocated);
  status += next(&result, &end);
  printf(" %d\n", result.aligned[0]);
  free(result.allocated);
  free(sums.allocated);
  free(columns.allocated);
  return status;
}
