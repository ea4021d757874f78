c     Fixed form: continuation, labels, implicit types, comments of
c     all kinds, tabs, a line beyond column 72.
! entry: head; independents: x; dependents: y
      subroutine head(x, y, n)
      implicit double precision (a-h,o-z)
      dimension x(n)
* a comment
      y = 0                                                             ignored
      do 10 i = 1, n
      do 10 j = 1, n
   10 y = y + x(i)*
     &        x(j)
	y = y*dsin(x(1))
      end
