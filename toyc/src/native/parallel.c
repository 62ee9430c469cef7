/* Parallel loops, for programs that run without toyc: as the JIT's runtime function, with POSIX threads.
 *
 * Threads are started for a loop and end with it. Ranges of iterations are assigned on demand. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>
#ifdef __linux__
#include <sched.h>
#endif

typedef void RunRange(void *context, int64_t first, int64_t last);

typedef struct {
  RunRange *run;
  void *context;
  int64_t iterations, size, next;
} Loop;

enum { RANGES = 4, UNIT = 64, MOST_THREADS = 1024 };

static void *work(void *argument) {
  Loop *loop = argument;
  for (;;) {
    int64_t first = __atomic_fetch_add(&loop->next, loop->size, __ATOMIC_RELAXED);
    int64_t left = loop->iterations - first;
    if (left <= 0)
      return NULL;
    loop->run(loop->context, first, first + (left < loop->size ? left : loop->size));
  }
}

static int64_t processors(void) {
  int64_t count;
#ifdef __linux__
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0)
    return CPU_COUNT(&set);
#endif
  count = sysconf(_SC_NPROCESSORS_ONLN);
  return count > 0 ? count : 1;
}

#define TEXT_OF(name) #name
#define TEXT(name) TEXT_OF(name)

/* The name in the object, which no name of the language is. */
void parallel_for(RunRange *run, void *context, int64_t iterations, int64_t threads)
    __asm__(TEXT(__USER_LABEL_PREFIX__) "toy.parallel_for");

/* Each object that needs the function has it; a program of several takes one. */
__attribute__((weak)) void parallel_for(RunRange *run, void *context, int64_t iterations, int64_t threads) {
  pthread_t others[MOST_THREADS];
  int64_t ranges, count = 0;
  Loop loop = {run, context, iterations, iterations, 0};
  if (threads == 0)
    threads = processors();
  if (threads > MOST_THREADS)
    threads = MOST_THREADS;
  if (threads > 1) {
    ranges = threads * RANGES;
    loop.size = iterations / ranges + (iterations % ranges != 0);
    if (loop.size > UNIT)
      loop.size = (loop.size - 1 + UNIT) / UNIT * UNIT;
  }
  if (loop.size >= iterations) {
    run(context, 0, iterations);
    return;
  }
  ranges = iterations / loop.size + (iterations % loop.size != 0);
  while (count + 1 < threads && count + 1 < ranges && pthread_create(&others[count], NULL, work, &loop) == 0)
    ++count;
  work(&loop);
  while (count > 0)
    pthread_join(others[--count], NULL);
}
