C Statements without blanks, in fixed form: they are derived code in free form.
C entry: head; independents: x; dependents: y
      subroutine bad(n)
      integer n
      if (n .eq. 1) stop 1
      if (n .eq. 2) stop 'two'
      print 10, n
   10 format (i5)
      rewind 7
      print *, n
      error stop 3
      end
      subroutine head(x, y)
      double precision x(2), y
      intent(in) x
      intent(out) y
      if (x(1) .lt. -10) then
        call bad(1)
      end if
      y = x(1)*x(2)**2
      end
