#include <stdio.h>
#include <stdlib.h>

#include "random.h"

enum { N = 600 };

int main(void) {
  double(*a)[N] = malloc(N * sizeof *a);
  fill(&a[0][0], N * N, 1);
  for (int i = 0; i < N; i++) a[i][i] += N;
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++) a[i][j] -= a[i][k] * a[k][j];
      a[i][j] /= a[j][j];
    }
    for (int j = i; j < N; j++)
      for (int k = 0; k < i; k++) a[i][j] -= a[i][k] * a[k][j];
  }
  double sum = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) sum += a[i][j];
  printf("%f\n", sum);
}
