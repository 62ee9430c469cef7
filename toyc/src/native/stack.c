/* Reports that the calls of a program take more than the stack: as toyc/src/stack_overflow.rs does for programs that toyc
 * runs. A change here is made there, too, messages included. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/resource.h>
#include <ucontext.h>
#include <unistd.h>

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

/* The maximum distance of an overflow from the stack pointer: the system's guard pages below a stack, and what a call writes
 * above the pointer. */
enum { BELOW = 1 << 20, ABOVE = 1 << 16 };

/* Prepared in advance, since a handler may not allocate. */
static char message[256];
static size_t length;
static char handler_stack[1 << 16] __attribute__((aligned(16)));

static void end_at_once(int number) {
  (void)number;
  _exit(1);
}

static uintptr_t stack_pointer(const ucontext_t *context) {
#ifdef __x86_64__
  return (uintptr_t)context->uc_mcontext.gregs[REG_RSP];
#else
  return (uintptr_t)context->uc_mcontext.sp;
#endif
}

static void on_fault(int number, siginfo_t *info, void *context) {
  uintptr_t address = (uintptr_t)info->si_addr, pointer = stack_pointer(context);
  struct sigaction action = {0};
  if (address + BELOW < pointer || address > pointer + ABOVE) {
    /* The access is repeated without the handler. */
    signal(number, SIG_DFL);
    return;
  }
  if (write(STDERR_FILENO, message, length) < 0)
    _exit(1);
  /* Flushes the output. If the stack overflowed during output, another error or a wait for a lock ends the process. */
  action.sa_handler = end_at_once;
  action.sa_flags = SA_ONSTACK | SA_NODEFER;
  sigaction(SIGSEGV, &action, NULL);
  sigaction(SIGABRT, &action, NULL);
  sigaction(SIGALRM, &action, NULL);
  alarm(1);
  fflush(NULL);
  _exit(1);
}

__attribute__((constructor)) static void watch(void) {
  struct rlimit limit;
  stack_t own = {.ss_sp = handler_stack, .ss_size = sizeof handler_stack};
  struct sigaction action = {0};
  char size[64] = "the stack";
  if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < (rlim_t)1 << 40)
    snprintf(size, sizeof size, "the stack, which has %llu KiB", (unsigned long long)limit.rlim_cur >> 10);
  length = (size_t)snprintf(message, sizeof message,
                            "error: the program's calls take more than %s; 'ulimit -s' sets its size, and '-emit=interp' says "
                            "which calls these are\n",
                            size);
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  if (sigaltstack(&own, NULL) == 0)
    sigaction(SIGSEGV, &action, NULL);
}

#endif
