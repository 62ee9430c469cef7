/* Calls the functions of ../export-sizes.toy with arguments of several sizes. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "library.h"

static void print(int64_t count, const double *elements) {
  for (int64_t i = 0; i < count; ++i)
    printf(" %g", elements[i]);
}

static void products(toy_memref_2 a, toy_memref_2 b) {
  toy_memref_2 result;
  int status = product(&result, &a, &b);
  printf("product %d", status);
  if (status == 0) {
    printf(": %d x %d:", (int)result.sizes[0], (int)result.sizes[1]);
    print(result.sizes[0] * result.sizes[1], result.aligned);
    free(result.allocated);
  }
  puts("");
}

static void weights(toy_memref_2 a, toy_memref_1 w) {
  toy_memref_1 result;
  int status = weighted(&result, &a, &w);
  printf("weighted %d", status);
  if (status == 0) {
    printf(":");
    print(result.sizes[0], result.aligned);
    free(result.allocated);
  }
  puts("");
}

static void neighbours(toy_memref_1 x) {
  toy_memref_1 y;
  toy_memref_0 sum, mean;
  printf("steps %d:", steps(&y, &sum, &mean, &x));
  printf(" %d:", (int)y.sizes[0]);
  print(y.sizes[0], y.aligned);
  printf(" sum %g mean %g\n", sum.aligned[0], mean.aligned[0]);
  free(y.allocated);
  free(sum.allocated);
  free(mean.allocated);
}

int main(int count, char **arguments) {
  double numbers[] = {1, 2, 4, 3, 7, 7.5}, some[] = {0.5, 0.3, 0.5, 1, 0.4, 0.7}, halves[] = {0, 0.5, 1, 1.5};
  double squares[] = {1, 4, 6, 0, 20}, other[] = {1, 9, 5, 9}, one[] = {1};
  (void)arguments;
  if (count > 1) {
    toy_memref_0 result;
    toy_memref_1 two = toy_memref_1_of(numbers, 2);
    return fourth(&result, &two);
  }
  toy_memref_2 a = toy_memref_2_of(numbers, 2, 3), b = toy_memref_2_of(some, 3, 2);
  products(a, b);
  products(toy_memref_2_of(one, 1, 1), toy_memref_2_of(halves, 1, 4));
  products(a, a);
  toy_memref_2 empty = toy_memref_2_of(numbers, 0, 3);
  products(empty, b);
  double rows[] = {1, 2, 3, 4, 5, 6}, weight[] = {1, 2};
  weights(toy_memref_2_of(rows, 2, 3), toy_memref_1_of(weight, 2));
  weights(toy_memref_2_of(rows, 2, 3), toy_memref_1_of(weight, 1));
  weights(toy_memref_2_of(rows, 3, 2), toy_memref_1_of(weight, 2));
  neighbours(toy_memref_1_of(squares, 5));
  toy_memref_1 strided = {other, other, 0, {2}, {2}};
  neighbours(strided);
  toy_memref_0 sum;
  toy_memref_1 five = toy_memref_1_of(squares, 5);
  squares[4] = 120;
  printf("fourth %d:", fourth(&sum, &five));
  printf(" %g\n", sum.aligned[0]);
  free(sum.allocated);
  toy_memref_1 all = toy_memref_1_of(squares, 2);
  toy_memref_2 rows_of_it;
  printf("table %d:", table(&rows_of_it, &all));
  print(4, rows_of_it.aligned);
  puts("");
  free(rows_of_it.allocated);
  /* One element, over and over. */
  toy_memref_1 endless = {squares, squares, 0, {INT64_C(1) << 31}, {0}};
  printf("table %d\n", table(&rows_of_it, &endless));
  return 0;
}
