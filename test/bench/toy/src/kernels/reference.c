/* The same work as the kernels', by hand, for clang -O3 -march=native. */
#include <stddef.h>
#include <string.h>

/* All eight operations on an element, one after the other; nothing is contracted (-ffp-contract=off). */
void chain(double *restrict result, const double *restrict a, const double *restrict b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    double t = a[i] * b[i] + a[i];
    double u = t * 0.5 - b[i];
    double v = u * u + a[i];
    result[i] = v * 0.25 + t;
  }
}

/* Partial sums for as many vectors as it takes to wait for memory only. */
double sum(const double *a, size_t n) {
  double lanes[64] = {0};
  size_t i = 0;
  for (; i + 64 <= n; i += 64)
    for (size_t lane = 0; lane < 64; lane++)
      lanes[lane] += a[i + lane];
  double total = 0;
  for (size_t lane = 0; lane < 64; lane++)
    total += lanes[lane];
  for (; i < n; i++)
    total += a[i];
  return total;
}

void copy(double *restrict result, const double *restrict a, size_t n) { memcpy(result, a, n * sizeof(double)); }
