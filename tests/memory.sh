#!/usr/bin/env bash
# Memory may run out at any allocation: the program says so, returns 4, and leaves nothing. Every allocation of a small
# run is tried. Validation is left out: libxml2's compiler of schemas does not survive a lack of memory.

# shellcheck source=tests/support/counting.bash
. "${XB_TOP_SRCDIR:?}/tests/support/counting.bash"

top=$XB_TOP_SRCDIR
program=${XB_TOP_BUILDDIR:?}/inplace/xaifbooster

${CC:-cc} -O1 -shared -fPIC -o scarce.so "$top/tests/support/scarce_memory.c" 2>log || {
    echo 'skipped: the allocator of this system cannot be replaced'
    exit 77
}
SCARCE_AFTER=0 LD_PRELOAD=$scratch/scarce.so "$program" --version >out 2>err
if [ $? -ne 4 ]; then
    echo 'skipped: the allocator of this program cannot be replaced (sanitizers)'
    exit 77
fi

# scarce_run NAME ARGUMENT...: lets memory run out later and later until a program succeeds.
scarce_run() {
    local after status name=$1
    shift
    for ((after = 0; after < 5000; after++)); do
        SCARCE_AFTER=$after LD_PRELOAD=$scratch/scarce.so "${program%/*}/$name" "$@" >out 2>err </dev/null
        status=$?
        if [ "$status" -eq 0 ]; then
            pass
            rm -rf result*
            return
        fi
        if [ "$status" -eq 4 ] && grep -qi memory err && [ -z "$(find . -name '*result*' -o -name '.xaifbooster*')" ]; then
            pass
        else
            fail "$name $* with $after allocations: status $status; $(head -c 300 err)"
        fi
    done
    fail "$name $*: no success"
}

scarce() {
    scarce_run xaifbooster "$@" -o result
}

scarce -a roundtrip "$top/examples/swing.xaif"
scarce --extract-lcg result.graphs --elimination-cache result.cache --objective=operations --search=faces --search-steps=100 \
    "$top/examples/swing.xaif"
scarce --verify-each --metrics=json "$top/examples/swing.xaif"
scarce --dot cfg "$top/examples/swing.xaif"
scarce -c "$top/catalogues/noninlinable_intrinsics.xaif" -a roundtrip "$top/examples/swing.xaif"
scarce --help
printf '5 2 1\n4\n0 2 3\n1 2 3\n2 3 2\n3 4 3\n1 4 3\n' >lcg
scarce_run xaif-eliminate --search --search-steps 10 --elimination-cache result.cache lcg
data=$top/tests/data/evaluate
scarce_run xaif-run --jacobian --entry=scattered "$data/derivatives.xaif"
scarce_run xaif-run --jacobian=joint "$data/reverse_recursion.xaif"
echo '{"x0": [0.5, 1], "markers": {"2/1": [{"set": "T_3", "to": "1 + 2"}]}}' >case.json
scarce --verify --case=case.json "$top/examples/swing.xaif"
"$program" -o tangent.xaif "$top/examples/swing.xaif"
scarce_run xaifbooster verify "$top/examples/swing.xaif" tangent.xaif

# A source, read by a program that has memory enough: nothing is preloaded into it.
cat >reader.c <<'END'
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
int main(int count, char **words)
{
    static char bytes[65536];
    static const char said[] = "{\"severity\": \"warning\", \"file\": \"head.f90\", \"line\": 1, \"column\": 2, \"message\": \"odd\"}\n";
    ssize_t got = write(2, said, strlen(said));
    int document = open("document.xaif", O_RDONLY);
    while ((got = read(document, bytes, sizeof bytes)) > 0)
        got = write(1, bytes, got);
    return 0 * (count + (words == 0));
}
END
if ${CC:-cc} -static -o reader reader.c 2>>log; then
    cp "$top/examples/spring.xaif" document.xaif
    echo 'end' >head.f90
    export XAIFBOOSTER_FORTRAN_READER=$scratch/reader
    scarce --mode=adjoint --to=fortran head.f90
fi

finish
