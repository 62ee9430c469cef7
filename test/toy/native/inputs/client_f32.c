/* Calls the functions of ../export-f32.toy through the header that toyc makes. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "library.h"

int main(void) {
  float elements[] = {0.1f, 0.2f, 0.3f, 0.4f, 0.5f, 0.6f}, tenth[] = {0.1f};
  double counts[] = {1, 2, 3}, thirds[] = {1 / 3.0, 2 / 3.0};
  toy_memref_2_f32 matrix = toy_memref_2_f32_of(elements, 2, 3), products;
  toy_memref_0_f32 factor = toy_memref_0_f32_of(tenth);
  toy_memref_1_f32 row = toy_memref_1_f32_of(elements, 3), twice, narrowed;
  toy_memref_1 numbers = toy_memref_1_of(counts, 3), wide, of_thirds = toy_memref_1_of(thirds, 2);
  toy_memref_0 total;

  printf("scaled %d:", scaled(&products, &matrix, &factor));
  for (int i = 0; i < 6; ++i)
    printf(" %.7g", products.aligned[i]);
  printf(" bytes %zu\n", 6 * sizeof *products.aligned);

  /* Each second element is copied before the call. */
  toy_memref_1_f32 strided = {elements, elements, 0, {2}, {2}};
  printf("strided %d:", both(&twice, &total, &strided));
  printf(" %.7g %.7g\n", twice.aligned[0] / 2, twice.aligned[1] / 2);
  free(twice.allocated);
  free(total.allocated);

  printf("wider %d:", wider(&wide, &row, &numbers));
  printf(" %.17g %.17g %.17g\n", wide.aligned[0], wide.aligned[1], wide.aligned[2]);

  row.sizes[0] = 2;
  printf("struct %d:", both(&twice, &total, &row));
  printf(" %.7g %.7g %.17g\n", twice.aligned[0], twice.aligned[1], total.aligned[0]);
  free(twice.allocated);
  free(total.allocated);

  float *many = malloc(1600 * sizeof *many);
  for (int i = 0; i < 1600; ++i)
    many[i] = (float)i;
  toy_memref_2_f32 square = toy_memref_2_f32_of(many, 40, 40), other;
  printf("large %d:", large(&other, &square));
  printf(" %g %s\n", other.aligned[1], (uintptr_t)other.aligned % 64 ? "not aligned" : "at a cache line");
  free(other.allocated);
  free(many);

  printf("narrow %d:", narrow(&narrowed, &of_thirds));
  printf(" %.9g %.9g\n", narrowed.aligned[0], narrowed.aligned[1]);
  free(narrowed.allocated);

  printf("other sizes: %d\n", wider(&wide, &(toy_memref_1_f32){elements, elements, 0, {3}, {1}}, &of_thirds));
  free(wide.allocated);
  free(products.allocated);
  return 0;
}
