/* Calls the functions of ../export-i64.toy through the header that toyc makes. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "library.h"

int main(void) {
  /* The product of the last one is 3 * 2^62 modulo 2^64, and 3 * that of the fourth wraps around, too. */
  int64_t elements[] = {1, -2, 3, INT64_C(9223372036854775807), INT64_C(9007199254740993), INT64_MIN};
  int64_t factor[] = {3}, nothing[] = {0}, spread[] = {1, 0, 3, 0, 7, 0};
  double numbers[] = {2.9, -2.9};
  toy_memref_2_i64 matrix = toy_memref_2_i64_of(elements, 2, 3), products;
  toy_memref_0_i64 three = toy_memref_0_i64_of(factor), zero = toy_memref_0_i64_of(nothing), total;
  toy_memref_1_i64 row = toy_memref_1_i64_of(elements, 3), twice, whole;
  toy_memref_1 fractions = toy_memref_1_of(numbers, 2), halved;

  printf("scaled %d:", scaled(&products, &matrix, &three));
  for (int i = 0; i < 6; ++i)
    printf(" %" PRId64, products.aligned[i]);
  puts("");
  free(products.allocated);

  /* Each second element is copied before the call. */
  toy_memref_1_i64 strided = {spread, spread, 0, {3}, {2}};
  printf("strided %d:", both(&twice, &total, &strided));
  printf(" %" PRId64 " %" PRId64 " %" PRId64, twice.aligned[0], twice.aligned[1], twice.aligned[2]);
  printf(" total %" PRId64 "\n", total.aligned[0]);
  free(twice.allocated);
  free(total.allocated);

  printf("halves %d:", halves(&halved, &row));
  printf(" %g %g %g\n", halved.aligned[0], halved.aligned[1], halved.aligned[2]);
  free(halved.allocated);

  int64_t *many = malloc(1600 * sizeof *many);
  for (int i = 0; i < 1600; ++i)
    many[i] = i;
  toy_memref_2_i64 square = toy_memref_2_i64_of(many, 40, 40), other;
  printf("large %d:", large(&other, &square));
  printf(" %" PRId64 " %s\n", other.aligned[1], (uintptr_t)other.aligned % 64 ? "not aligned" : "at a cache line");
  free(other.allocated);
  free(many);

  printf("rounded %d:", rounded(&whole, &fractions));
  printf(" %" PRId64 " %" PRId64 "\n", whole.aligned[0], whole.aligned[1]);
  free(whole.allocated);

  row.sizes[0] = 2;
  printf("other sizes: %d\n", halves(&halved, &row));
  divided(&total, &three, &zero);
  return 0;
}
