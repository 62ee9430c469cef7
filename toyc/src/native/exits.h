/* How a runtime function ends that cannot go on: it says why on standard error, and the program ends
 * with status 1. It is included as ending.h; a library for Python is made with raises.h instead. */
#ifndef TOY_ENDING
#define TOY_ENDING

#include <stdio.h>
#include <stdlib.h>

#define toy_messages() stderr
#define toy_end(kind) exit(1)

#endif
