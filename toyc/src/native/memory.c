/* What a program says that asks for more memory than there is, for programs that run without toyc: what the hook of the
 * JIT does, in the same words. The program ends with status 1. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "ending.h"
#include "visible.h"

#define TEXT_OF(name) #name
#define TEXT(name) TEXT_OF(name)

/* The name in the object, which no name of the language is. */
void out_of_memory(int64_t bytes, const char *at) __asm__(TEXT(__USER_LABEL_PREFIX__) "toy.out_of_memory");

/* Each object that needs the function has it; a program of several takes one. */
__attribute__((weak)) void out_of_memory(int64_t bytes, const char *at) {
  fflush(NULL);
  FILE *messages = toy_messages();
  toy_show(at, messages);
  if (*at)
    fputs(": ", messages);
  fprintf(messages, "error: cannot allocate %" PRIu64 " bytes\n", (uint64_t)bytes);
  toy_end(TOY_MEMORY_ERROR);
}

#if defined(TOY_PROGRAM) && defined(__GLIBC__)
/* Memory that a program frees stays with it, as in toyc (toyc/src/kept_memory.rs): the next tensor takes it, and the system
 * need not clear it again. */
__attribute__((constructor)) static void keep_memory(void) {
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 256 << 20);
}
#endif
