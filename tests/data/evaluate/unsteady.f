! Right programs at points where differences mislead, and where there is no derivative; tests/verify.sh has them.

! The pole is nearer to (0.5, 1) than differences go.
subroutine pole(x in, y out)
  real x(2), y(2)
  y(1) = 1.0/(x(1) - x(2)*0.5000001 + 1.0e-9)
  y(2) = x(1)*x(2)
end

! Differences see the slope of the whole, not the waves.
subroutine waves(x in, y out)
  real x(2), y(2), t
  passive integer i
  t = x(1)
  do i = 1, 200
    t = t*1.3 + sin(t)
  end
  y(1) = t
  y(2) = x(1)*x(2)
end

! At (0.5, 1) the derivative of the root is not finite.
subroutine roots(x in, y out)
  real x(2), y(2)
  y(1) = sqrt((x(1) - 0.5)**2 + (x(2) - 1.0)**2)
  y(2) = sqrt(abs(x(1) - 0.5))
end

! It never is.
subroutine root_of_zero(x in, y out)
  real x(2), y(2)
  y(1) = sqrt((x(1) - x(1))*x(2))
  y(2) = x(1)
end

! All steps of differences are whole numbers of waves at (1, 1).
subroutine whirl(x in, y out)
  real x(2), y(2)
  y(1) = sin(13176794.635*x(1))
  y(2) = x(1)*x(2)
end
