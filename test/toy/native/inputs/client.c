/* Calls the functions of ../export.toy through the header that toyc makes. */
#include <stdio.h>
#include <stdlib.h>

#include "library.h"

static void print_matrix(const toy_memref_2 *m) {
  for (int64_t i = 0; i < m->sizes[0]; ++i) {
    for (int64_t j = 0; j < m->sizes[1]; ++j)
      printf("%g ", m->aligned[m->offset + i * m->strides[0] + j * m->strides[1]]);
    printf("\n");
  }
}

int main(void) {
  double elements[] = {1, 2, 3, 4, 5, 6}, others[] = {1, 1, 1, 10, 10, 10}, half[] = {0.5};
  toy_memref_2 a = toy_memref_2_of(elements, 2, 3), b = toy_memref_2_of(others, 2, 3), result;
  toy_memref_0 factor = toy_memref_0_of(half), number;

  printf("products %d\n", products(&result, &a, &b));
  print_matrix(&result);

  /* The result is an argument now; each is the other's memory seen otherwise. */
  toy_memref_2 product = result;
  printf("scaled %d\n", scaled(&result, &product, &factor));
  print_matrix(&result);
  free(result.allocated);

  toy_memref_2 transposed = {product.allocated, product.aligned, 0, {2, 3}, {1, 2}};
  printf("transposed view %d\n", products(&result, &transposed, &a));
  print_matrix(&result);
  free(result.allocated);
  free(product.allocated);

  double column[] = {0, 7, 0, 0, 8, 0};
  toy_memref_1 strided = {column, column, 1, {2}, {3}};
  printf("strided view %d\n", show(&strided));

  printf("number %d", number_of(&number, &factor));
  printf(" %g\n", number.aligned[number.offset]);
  free(number.allocated);

  toy_memref_1 row;
  printf("no arguments %d", constant(&row));
  printf(" %g %g\n", row.aligned[0], row.aligned[1]);
  free(row.allocated);

  toy_memref_1 vector = toy_memref_1_of(elements, 2), twice;
  printf("struct %d", both(&twice, &number, &vector));
  printf(" %g %g %g\n", twice.aligned[0], twice.aligned[1], number.aligned[0]);
  free(twice.allocated);
  free(number.allocated);

  toy_memref_2 square = toy_memref_2_of(elements, 2, 2);
  result.allocated = NULL;
  printf("first has other sizes: %d, second: %d, result %s\n", products(&result, &square, &b),
         products(&result, &a, &square), result.allocated ? "touched" : "untouched");
  return 0;
}
