/* The run-time of adjoint programs in C (runtime/xaif_tape.h). With the argument "stop", a pop from an empty
 * tape. */
#include "xaif_tape.h"

enum { MANY = 100000, ROUNDS = 3 };

static int failures;
static char last_message[400];

static void check(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "failed: %s\n", what);
    failures++;
}

static void remember(void *context, const char *message)
{
    int *count = context;
    ++*count;
    snprintf(last_message, sizeof last_message, "%s", message);
}

static bool same(const void *a, const void *b, size_t size)
{
    return memcmp(a, b, size) == 0;
}

/* ---- values come back, bit by bit
 * -------------------------------------------------------------------------- */

static void push_one(struct xaif_tape *tape, int i)
{
    xaif_push_r8(tape, i * 0.1);
    xaif_push_i4(tape, i);
    xaif_push_l(tape, i % 3 == 0);
    xaif_push_r4(tape, (float)i * 0.3f);
    xaif_push_c8(tape, i + 0.5 * I);
    xaif_push_i1(tape, (int8_t)(i % 100));
    xaif_push_c4(tape, (float)i - 2.0f * I);
    xaif_push_i2(tape, (int16_t)(i % 30000));
    xaif_push_s(tape, (char)('a' + i % 26));
    xaif_push_i8(tape, INT64_C(5000000000) * i);
}

static bool pop_one(struct xaif_tape *tape, int i)
{
    bool right = xaif_pop_i8(tape) == INT64_C(5000000000) * i;
    right &= xaif_pop_s(tape) == (char)('a' + i % 26);
    right &= xaif_pop_i2(tape) == i % 30000;
    right &= xaif_pop_c4(tape) == (float)i - 2.0f * I;
    right &= xaif_pop_i1(tape) == i % 100;
    right &= xaif_pop_c8(tape) == i + 0.5 * I;
    right &= xaif_pop_r4(tape) == (float)i * 0.3f;
    right &= xaif_pop_l(tape) == (i % 3 == 0);
    right &= xaif_pop_i4(tape) == i;
    right &= xaif_pop_r8(tape) == i * 0.1;
    return right;
}

static void scalars(struct xaif_tape *tape)
{
    bool right = true;
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < MANY; i++)
            push_one(tape, i);
        for (int i = MANY; i-- > 0;)
            right &= pop_one(tape, i);
    }
    check(right, "scalars come back");
    check(xaif_tape_is_empty(tape), "the tape is empty");
}

static void groups(struct xaif_tape *tape)
{
    bool right = true;
    for (int i = 0; i < MANY; i++) {
        xaif_reserve(tape, 20);
        xaif_put_r8(tape, i);
        xaif_put_i4(tape, -i);
        xaif_put_r8(tape, 2 * i);
    }
    for (int i = MANY; i-- > 0;) {
        right &= xaif_pop_r8(tape) == 2 * i;
        right &= xaif_pop_i4(tape) == -i;
        right &= xaif_pop_r8(tape) == i;
    }
    check(right && xaif_tape_is_empty(tape), "groups come back");
}

static void bits(struct xaif_tape *tape)
{
    const uint64_t patterns[] = {0x7ff8000000000123, 0x8000000000000000, 0x0000000000000001,
                                 0xfff0000000000000};
    double numbers[4], back[4];
    memcpy(numbers, patterns, sizeof numbers);
    xaif_push_r8_array(tape, numbers, 4);
    xaif_pop_r8_array(tape, back, 4);
    check(same(numbers, back, sizeof back), "bits of arrays");
    for (int i = 0; i < 4; i++)
        xaif_store_r8(tape, numbers[i]);
    for (int i = 4; i-- > 0;)
        back[i] = xaif_restore_r8(tape);
    check(same(numbers, back, sizeof back), "bits of scalars");
}

/* Arrays of many sizes, larger than segments, too. */
static void arrays(struct xaif_tape *tape)
{
    enum { MOST = 40000 };
    static double numbers[MOST], back[MOST];
    bool right = true;
    for (int i = 0; i < MOST; i++)
        numbers[i] = i * 0.7;
    for (int n = 0; n < MOST; n = 3 * n + 1) {
        xaif_push_i1(tape, 1);
        xaif_push_r8_array(tape, numbers + 1, n);
        xaif_store_r8_array(tape, numbers, n);
    }
    int last = 0;
    while (3 * last + 1 < MOST)
        last = 3 * last + 1;
    for (int n = last;; n = (n - 1) / 3) {
        xaif_restore_r8_array(tape, back, n);
        right &= same(back, numbers, (size_t)n * sizeof *back);
        xaif_pop_r8_array(tape, back, n);
        right &= same(back, numbers + 1, (size_t)n * sizeof *back);
        right &= xaif_pop_i1(tape) == 1;
        if (n == 0)
            break;
    }
    check(right && xaif_tape_is_empty(tape) && xaif_checkpoints_are_empty(tape), "arrays come back");
}

/* ---- sizes
 * ------------------------------------------------------------------------------------------------- */

static void sizes(void)
{
    struct xaif_tape tape = {0};
    check(xaif_tape_size(&tape) == 0 && xaif_tape_peak(&tape) == 0, "an empty tape has no size");
    for (int i = 0; i < MANY; i++)
        xaif_push_r8(&tape, i);
    check(xaif_tape_size(&tape) == 8 * MANY, "the size of the tape");
    for (int i = 0; i < MANY; i++)
        xaif_pop_r8(&tape);
    xaif_push_i4(&tape, 1);
    xaif_store_i4(&tape, 1);
    check(xaif_tape_size(&tape) == 4 && xaif_tape_peak(&tape) == 8 * MANY, "the peak of the tape");
    check(xaif_checkpoints_size(&tape) == 4 && xaif_checkpoints_peak(&tape) == 4, "checkpoints are beside");
    xaif_tape_free(&tape);
    check(xaif_tape_size(&tape) == 0 && xaif_checkpoints_are_empty(&tape), "a tape that was freed is empty");
}

/* With a limit, what is put first is in a file; it goes to and fro across the limit. */
static void limits(void)
{
    struct xaif_tape tape = {0};
    tape.limit = 4 * XAIF_SEGMENT;
    scalars(&tape);
    groups(&tape);
    arrays(&tape);
    check(tape.values.file != NULL, "there is a file");
    for (int i = 0; i < MANY; i++)
        xaif_push_i4(&tape, i);
    bool right = true;
    for (int round = 0; round < 20; round++) {
        for (int i = 0; i < 30000; i++)
            right &= xaif_pop_i4(&tape) == MANY - 1 - i;
        for (int i = 30000; i-- > 0;)
            xaif_push_i4(&tape, MANY - 1 - i);
    }
    for (int i = MANY; i-- > 0;)
        right &= xaif_pop_i4(&tape) == i;
    check(right, "to and fro across the limit");
    xaif_tape_free(&tape);
}

/* ---- errors
 * ------------------------------------------------------------------------------------------------ */

#ifdef XB_TAPE_CHECK
/* What is put in a group, but taken as something else, is told of at both places. */
static void errors_of_groups(struct xaif_tape *tape, const int *count)
{
    const int before = *count;
    xaif_reserve(tape, 12);
    xaif_put_i4(tape, 3);
    const int line = __LINE__ + 1;
    xaif_put_r8(tape, 4);
    xaif_check_empty(tape);
    char wanted[80];
    snprintf(wanted, sizeof wanted, "1 of type double were put last, at %s:%d", __FILE__, line);
    check(*count == before + 1 && strstr(last_message, wanted),
          "what is left of a group, and where it was put");
    xaif_pop_r8(tape);
    xaif_pop_i4(tape);
    check(*count == before + 1, "a group is taken as it was put");
    xaif_reserve(tape, 12);
    xaif_put_i4(tape, 3);
    xaif_put_r8(tape, 4);
    xaif_pop_i8(tape);
    check(*count == before + 2 && strstr(last_message, "but 1 of type double were put at"),
          "a group is mistaken");
    xaif_pop_i4(tape);
    check(*count == before + 2, "what follows is right");
    xaif_pop_i4(tape);
    check(*count == before + 3 && strstr(last_message, "no int left to take back at "),
          "nothing is left, and where");
}
#endif

static void errors(void)
{
    struct xaif_tape tape = {0};
    int count = 0;
    double back[3] = {1, 2, 3};
    tape.handler = remember;
    tape.context = &count;
    check(xaif_pop_r8(&tape) == 0 && count == 1, "a pop from an empty tape is told of, and gives 0");
    check(strstr(last_message, "the tape has no double left to take back") == last_message,
          "the message says what");
    xaif_store_r8(&tape, 5);
    xaif_restore_r8_array(&tape, back, 3);
    check(back[0] == 0 && back[1] == 0 && back[2] == 5 && count >= 2, "what is there is taken");
    xaif_tape_free(&tape);
    count = 0;
    xaif_check_empty(&tape);
    check(count == 0, "nothing is left");
    xaif_push_i4(&tape, 7);
    xaif_store_r8(&tape, 7);
    xaif_check_empty(&tape);
    check(count == 2 && strstr(last_message, "checkpoints: something is left"), "what is left is told of");
    xaif_tape_free(&tape);
#ifdef XB_TAPE_CHECK
    count = 0;
    xaif_push_i4(&tape, 7);
    xaif_push_r4(&tape, 7);
    xaif_pop_i4(&tape);
    check(count == 1 && strstr(last_message, "1 of type int are taken at ") &&
              strstr(last_message, "tape.c:") && strstr(last_message, "but 1 of type float were put at "),
          "a mismatch is told of");
    xaif_push_r8_array(&tape, back, 3);
    xaif_pop_r8_array(&tape, back, 2);
    check(count == 2, "another number of elements is told of");
    xaif_tape_free(&tape);
    errors_of_groups(&tape, &count);
    xaif_tape_free(&tape);
#endif
}

/* ---- threads
 * ----------------------------------------------------------------------------------------------- */

#ifdef WITH_THREADS
#include <pthread.h>

static void *work(void *unused)
{
    struct xaif_tape tape = {0};
    (void)unused;
    tape.limit = 2 * XAIF_SEGMENT;
    bool right = true;
    for (int i = 0; i < MANY; i++)
        push_one(&tape, i);
    for (int i = MANY; i-- > 0;)
        right &= pop_one(&tape, i);
    right &= xaif_tape_is_empty(&tape);
    xaif_tape_free(&tape);
    return right ? NULL : &failures;
}

static void threads(void)
{
    enum { THREADS = 8 };
    pthread_t all[THREADS];
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&all[i], NULL, work, NULL) != 0)
            abort();
    for (int i = 0; i < THREADS; i++) {
        void *wrong;
        pthread_join(all[i], &wrong);
        check(!wrong, "a tape of a thread");
    }
}
#else
static void threads(void)
{
}
#endif

int main(int count, char **arguments)
{
    struct xaif_tape tape = {0};
    (void)arguments;
    if (count > 1)
        xaif_pop_i4(&tape);
    scalars(&tape);
    groups(&tape);
    bits(&tape);
    arrays(&tape);
    xaif_tape_free(&tape);
    sizes();
    limits();
    errors();
    threads();
    return failures > 0;
}
