#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  const int n = 10000000;
  double *x = malloc(n * sizeof *x), counts[256] = {0};
  for (int i = 0; i < n; i++) x[i] = fmod(i * 7919.0, 256);
  for (int i = 0; i < n; i++) counts[(long)x[i]] += 1;
  double sum = 0;
  for (int i = 0; i < 256; i++) sum += counts[i] * i;
  printf("%f\n", sum);
  free(x);
}
