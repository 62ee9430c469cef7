#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "random.h"

enum { N = 500 };

int main(void) {
  double(*a)[N] = malloc(N * sizeof *a), *b = malloc(N * sizeof *b), *x = malloc(N * sizeof *x);
  double total = 0;
  for (int repeat = 0; repeat < 3; repeat++) {
    fill(&a[0][0], N * N, 1);
    fill(b, N, 2 + repeat);
    for (int k = 0; k < N; k++) {
      int p = k;
      for (int i = k + 1; i < N; i++)
        if (fabs(a[i][k]) > fabs(a[p][k])) p = i;
      for (int j = 0; j < N; j++) {
        double t = a[k][j];
        a[k][j] = a[p][j];
        a[p][j] = t;
      }
      double t = b[k];
      b[k] = b[p];
      b[p] = t;
      for (int i = k + 1; i < N; i++) {
        double factor = a[i][k] / a[k][k];
        for (int j = k; j < N; j++) a[i][j] -= factor * a[k][j];
        b[i] -= factor * b[k];
      }
    }
    for (int i = N - 1; i >= 0; i--) {
      double rest = b[i];
      for (int j = i + 1; j < N; j++) rest -= a[i][j] * x[j];
      x[i] = rest / a[i][i];
    }
    total += x[0] + x[N - 1];
  }
  printf("%f\n", total);
}
