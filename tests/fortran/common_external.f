c     Common blocks of external routines stay where they are: what is derived declares them, and blocks of derivatives.
c     entry: model; independents: x; dependents: y
c     checked: yes
c     A routine of a model, with commons.
      subroutine model(n, x, y)
      integer n
      double precision x(n), y(n)
      double precision a, b
      common /coef/ a, b, w(10)
      double precision w
      integer i
c     sets the weights
      a = x(1)
      do 10 i = 1, n
        w(i) = x(i)*b
        call step(i, y(i))
   10 continue
      end
      subroutine step(i, r)
      integer i
      double precision r, p, q, v(10)
      common /coef/ p, q, v
c     uses them
      r = p*v(i)**2 + q
      end
      block data
      double precision a, b, w
      common /coef/ a, b, w(10)
      data b /2.5d0/
      end
