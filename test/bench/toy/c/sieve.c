#include <stdio.h>
#include <stdlib.h>

int main(void) {
  const int n = 10000000;
  double *is_prime = malloc(n * sizeof *is_prime);
  for (int i = 0; i < n; i++) is_prime[i] = 1;
  is_prime[0] = is_prime[1] = 0;
  for (int i = 2; i < 3163; i++)
    if (is_prime[i] != 0)
      for (int j = i * i; j < n; j += i) is_prime[j] = 0;
  double sum = 0;
  for (int i = 0; i < n; i++) sum += is_prime[i];
  printf("%f\n", sum);
  free(is_prime);
}
