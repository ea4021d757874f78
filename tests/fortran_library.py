#!/usr/bin/env python3
"""Programs that call the BLAS and LAPACK: tangents and adjoints by rules, compiled and linked with the libraries, against
differences of the original. Arguments are names in tests/fortran/library; by default all. Status 77 without the libraries."""
import glob, os, re, subprocess, sys, tempfile, atexit, shutil
R=os.environ['XB_TOP_SRCDIR']; B=os.environ['XB_TOP_BUILDDIR']; T=R+'/tests/fortran/library'; D=tempfile.mkdtemp(); atexit.register(shutil.rmtree, D, True)
READER=os.environ.get('XB_FORTRAN_READER', B+'/xaif-fortran')
env=dict(os.environ,LD_LIBRARY_PATH=B+'/.libs',XAIFBOOSTER_SCHEMA_DIR=R+'/schemas')
def run(*a):
    p=subprocess.run(a,capture_output=True,text=True,env=env,cwd=D)
    if p.returncode: print(' '.join(a)[:150],p.returncode,(p.stdout+p.stderr)[-900:]); raise SystemExit(1)
    return p.stdout
def main(name):
    s=open(f'{T}/{name}.f90').read(); h=s[s.index('subroutine head(x'):]
    n=int(re.search(r':: x\((\d+)\)',h)[1]); m=int(re.search(r':: y\((\d+)\)',h)[1])
    run(READER,'--entry=head','-o',f'{name}.xaif',f'{T}/{name}.f90')
    for mode,rev in (('tangent',[]),('adjoint',['--reversal=split']),('adjoint',['--reversal=joint'])):
        tag=mode+(rev[0][-5:] if rev else '')
        run(B+'/.libs/xaifbooster','--mode='+mode,*rev,'-N',R+'/catalogues/blas_rules.xaif','--quiet','--embed-runtime','--activity=computed','--entry=head','--independents=x','--dependents=y',name+'.xaif','-o',f'{name}_{tag}.f90')
        body = '''call head_d(x, xd, y, yd)
print '(es24.15)', yd''' if mode=='tangent' else '''do j=1,%d
call random_seed()
yb=0; yb(j)=1; xb=0
call head_b(x, xb, y, yb)
yd(j)=dot_product(xb,xd)
end do
print '(es24.15)', yd'''%m
        open(f'{D}/drive_{tag}.f90','w').write(f'''program drive
implicit none
real(8) :: x({n}),xd({n}),xb({n}),y({m}),yd({m}),yb({m}),y2({m})
integer :: i,j
do i=1,{n}
x(i)=0.4d0+0.11d0*i-0.015d0*i*i; xd(i)=sin(1d0*i)
end do
y=0;yd=0
{body}
end program''')
        # only head_b exists in joint/split: driver does both sweeps
        run('gfortran','-g','-fcheck=all','-J'+D,'-o',f'{name}_{tag}.exe',f'{name}_{tag}.f90',R+'/runtime/xaif_blas.f90',R+'/runtime/xaif_lapack.f90',f'drive_{tag}.f90','-llapack','-lblas')
        got=[float(v) for v in run('./'+f'{name}_{tag}.exe').split()]
        open(f'{D}/drive_o.f90','w').write(f'''program drive
implicit none
real(8) :: x({n}),xd({n}),y({m}),y2({m}),h
integer :: i
do i=1,{n}
x(i)=0.4d0+0.11d0*i-0.015d0*i*i; xd(i)=sin(1d0*i)
end do
h=1d-6
call head(x+h*xd,y)
call head(x-h*xd,y2)
print '(es24.15)', (y-y2)/(2*h)
end program''')
        run('gfortran','-g','-J'+D,'-o',f'{name}_o.exe',f'{T}/{name}.f90','drive_o.f90','-llapack','-lblas')
        want=[float(v) for v in run(f'./{name}_o.exe').split()]
        bad=[(j,a,b) for j,(a,b) in enumerate(zip(got,want)) if abs(a-b)>1e-6*max(1,abs(b))]
        WRONG.extend(bad); print(name,tag,'ok' if not bad and len(got)==len(want) else bad)
WRONG = []
if subprocess.run(['gfortran','-x','f95','-','-o',D+'/probe','-llapack','-lblas'],input='end\n',text=True,capture_output=True).returncode:
    raise SystemExit(77)
for a in sys.argv[1:] or sorted(os.path.basename(f)[:-4] for f in glob.glob(T+'/*.f90')): main(a)
raise SystemExit(1 if WRONG else 0)
