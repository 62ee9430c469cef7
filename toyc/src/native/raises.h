/* How a runtime function ends that cannot go on, in a library for Python: the call of the exported
 * function ends, and Python raises an exception with the message. It is included as ending.h;
 * programs are made with exits.h instead. */
#ifndef TOY_ENDING
#define TOY_ENDING

#include <stdio.h>

/* The numbers of the exceptions, in the order of the list in toyc/src/exports/module.py; 0 is
 * success. */
enum { TOY_INDEX_ERROR = 1, TOY_VALUE_ERROR, TOY_MEMORY_ERROR, TOY_FILE_ERROR };

/* Where the message is written to. */
FILE *toy_messages(void);

/* Ends the call. */
void toy_end(int kind) __attribute__((noreturn));

#endif
