/*
 * A stack of jump buffers, linked through the C stack frames of xb_protect. The body's effects on local
 * variables don't matter after the jump: xb_protect only reads what was set before setjmp.
 */
#include "base/failure.h"

#include <setjmp.h>
#include <stdlib.h>

typedef struct frame {
    jmp_buf place;
    struct frame *outer;
} frame;

struct xb_failure {
    frame *innermost;
};

xb_failure *xb_failure_create(void)
{
    return calloc(1, sizeof(xb_failure));
}

void xb_failure_destroy(xb_failure *failure)
{
    free(failure);
}

bool xb_protect(xb_failure *failure, void (*body)(void *argument), void *argument)
{
    frame here;
    here.outer = failure->innermost;
    if (setjmp(here.place) != 0) {
        failure->innermost = failure->innermost->outer;
        return false;
    }
    failure->innermost = &here;
    body(argument);
    failure->innermost = here.outer;
    return true;
}

void xb_fail(xb_failure *failure)
{
    longjmp(failure->innermost->place, 1);
}
