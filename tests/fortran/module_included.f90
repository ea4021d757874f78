! A module whose procedures stand in a file that it includes, from its declarations on: the result is printed anew.
! entry: head; independents: x; dependents: y
module included
include 'module_included.inc'
end module included
