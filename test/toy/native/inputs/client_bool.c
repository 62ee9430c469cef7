/* Calls the functions of ../export-bool.toy through the header that toyc makes. */
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "library.h"

int main(void) {
  bool elements[] = {true, false, false, false, false, true}, yes[] = {true};
  bool three[] = {true, true, false}, spread[] = {true, false, false, true, false, true};
  double numbers[] = {2.5, -1, NAN};
  toy_memref_2_bool matrix = toy_memref_2_bool_of(elements, 2, 3), combined;
  toy_memref_0_bool boolean = toy_memref_0_bool_of(yes);
  toy_memref_1_bool rows, mask = toy_memref_1_bool_of(three, 3), above;
  toy_memref_0_i64 count;
  toy_memref_1 x = toy_memref_1_of(numbers, 3), rest;

  printf("both %d:", both(&combined, &rows, &matrix, &boolean));
  for (int i = 0; i < 6; ++i)
    printf(" %d", combined.aligned[i]);
  printf(" any %d %d\n", rows.aligned[0], rows.aligned[1]);
  free(combined.allocated);
  free(rows.allocated);

  printf("counted %d:", counted(&count, &mask));
  printf(" %" PRId64 "\n", count.aligned[0]);
  free(count.allocated);

  /* Each second element is copied before the call. */
  toy_memref_1_bool strided = {spread, spread, 0, {3}, {2}};
  printf("strided %d:", counted(&count, &strided));
  printf(" %" PRId64 "\n", count.aligned[0]);
  free(count.allocated);

  bool *many = calloc(4900, sizeof *many);
  many[1] = true;
  toy_memref_2_bool square = toy_memref_2_bool_of(many, 70, 70), other;
  printf("large %d:", large(&other, &square));
  printf(" %d %d %s\n", other.aligned[70], other.aligned[1],
         (uintptr_t)other.aligned % 64 ? "not aligned" : "at a cache line");
  free(other.allocated);
  free(many);

  printf("positive %d:", positive(&above, &x));
  printf(" %d %d %d\n", above.aligned[0], above.aligned[1], above.aligned[2]);
  free(above.allocated);

  numbers[2] = 4;
  printf("kept %d:", kept(&rest, &x, &mask));
  printf(" %g %g %g\n", rest.aligned[0], rest.aligned[1], rest.aligned[2]);
  free(rest.allocated);

  mask.sizes[0] = 2;
  printf("other sizes: %d\n", counted(&count, &mask));
  return 0;
}
