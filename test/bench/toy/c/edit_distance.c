#include <stdio.h>
#include <stdlib.h>

enum { N = 2000 };

static double smaller(double a, double b) { return a < b ? a : b; }

int main(void) {
  double *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b);
  double(*d)[N + 1] = calloc(N + 1, sizeof *d);
  for (int i = 0; i < N; i++) {
    a[i] = (i * 7919L) % 11;
    b[i] = (i * 104729L) % 13;
  }
  for (int repeat = 0; repeat < 10; repeat++) {
    for (int i = 0; i <= N; i++) d[0][i] = i + repeat;
    for (int i = 0; i <= N; i++) d[i][0] = i + repeat;
    for (int i = 1; i <= N; i++)
      for (int j = 1; j <= N; j++)
        d[i][j] = smaller(smaller(d[i - 1][j], d[i][j - 1]) + 1,
                          d[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
  }
  printf("%f\n", d[N][N]);
}
