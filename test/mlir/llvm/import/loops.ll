; Loops, structs, arrays and calls, in the style of compilers.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.point = type { double, double }
%list = type { i32, ptr }

@.str = private unnamed_addr constant [9 x i8] c"%d %f\0A\22\00\00", align 1
@table = dso_local local_unnamed_addr global [2 x [3 x i16]] [[3 x i16] [i16 1, i16 -2, i16 3], [3 x i16] zeroinitializer], align 16
@points = internal global [2 x %struct.point] [%struct.point { double 1.000000e+00, double 0x7FF0000000000000 }, %struct.point zeroinitializer]
@counter = external thread_local global i32, align 4
@start = global %list { i32 1, ptr @start }
@middle = constant ptr getelementptr inbounds ([2 x [3 x i16]], ptr @table, i64 0, i64 1)
@vector = global <4 x float> <float 1.0, float 2.0, float 0x3FB99999A0000000, float -0.0>
@flags = global <8 x i1> splat (i1 true)

define dso_local i32 @sum(ptr noundef readonly captures(none) %p, i64 %n) local_unnamed_addr #0 {
entry:
  %empty = icmp eq i64 %n, 0
  br i1 %empty, label %exit, label %loop

loop:                                             ; preds = %loop, %entry
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %acc = phi i32 [ 0, %entry ], [ %acc.next, %loop ]
  %q = getelementptr inbounds nuw i32, ptr %p, i64 %i
  %x = load i32, ptr %q, align 4, !tbaa !0
  %acc.next = add nsw i32 %x, %acc
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop

exit:
  %r = phi i32 [ 0, %entry ], [ %acc.next, %loop ]
  ret i32 %r
}

define i32 @more(i32, ptr, i1 zeroext) {
  %4 = alloca %struct.point, align 8
  %5 = alloca i8, i64 16, align 16
  call void @llvm.lifetime.start.p0(ptr %4)
  %6 = getelementptr inbounds %struct.point, ptr %4, i32 0, i32 1
  store double 5.000000e-01, ptr %6, align 8
  call void @llvm.memset.p0.i64(ptr %5, i8 0, i64 16, i1 false)
  %7 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str, i32 noundef %0, double 1.5) #1
  %8 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %7, i32 7)
  %9 = extractvalue { i32, i1 } %8, 0
  switch i32 %9, label %10 [
    i32 0, label %11
    i32 -5, label %13
  ]

10:
  %f = sitofp i32 %9 to double
  %g = fcmp fast olt double %f, 1.000000e+01
  %h = select i1 %g, double %f, double 0.000000e+00
  %k = fptosi double %h to i32
  br label %13

11:
  %12 = atomicrmw add ptr %1, i32 1 syncscope("agent") seq_cst, align 4
  fence acquire
  %pair = cmpxchg weak ptr %1, i32 %12, i32 0 acq_rel monotonic, align 4
  br label %13

13:
  %14 = phi i32 [ %k, %10 ], [ poison, %11 ], [ undef, %3 ]
  %15 = call i32 asm sideeffect "bswap $0", "=r,r"(i32 %14)
  call void asm "nop", "~{memory}"()
  call void @llvm.lifetime.end.p0(ptr %4)
  %16 = call i32 %1(i32 %15)
  ret i32 %16
}

define <4 x float> @vectors(<4 x float> %a, <4 x float> %b, <4 x ptr> %ps, i32 %i) {
  %s = shufflevector <4 x float> %a, <4 x float> %b, <4 x i32> <i32 0, i32 5, i32 poison, i32 7>
  %e = extractelement <4 x float> %s, i32 %i
  %t = insertelement <4 x float> %b, float %e, i64 2
  %u = fadd reassoc nnan <4 x float> %t, splat (float 2.0)
  %v = call <4 x float> @llvm.fma.v4f32(<4 x float> %u, <4 x float> %a, <4 x float> zeroinitializer)
  %w = call float @llvm.vector.reduce.fadd.v4f32(float 0.0, <4 x float> %v)
  %c = fneg float %w
  %z = fpext float %c to double
  %k = fptrunc double %z to half
  %m = insertelement <4 x float> poison, float %c, i32 0
  %adr = getelementptr i8, <4 x ptr> %ps, i64 4
  %in = ptrtoint <4 x ptr> %adr to <4 x i64>
  %fr = freeze <4 x i64> %in
  ret <4 x float> %m
}

define void @throws() personality ptr @__gxx_personality_v0 {
entry:
  %x = invoke i32 @may_throw(i32 1)
          to label %ok unwind label %bad
ok:
  ret void
bad:
  %lp = landingpad { ptr, i32 }
          cleanup
          catch ptr null
  resume { ptr, i32 } %lp
}

declare i32 @printf(ptr noundef, ...) #1
declare i32 @may_throw(i32)
declare i32 @__gxx_personality_v0(...)
declare void @llvm.lifetime.start.p0(ptr captures(none))
declare void @llvm.lifetime.end.p0(ptr captures(none))
declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare <4 x float> @llvm.fma.v4f32(<4 x float>, <4 x float>, <4 x float>)
declare float @llvm.vector.reduce.fadd.v4f32(float, <4 x float>)

attributes #0 = { nofree norecurse nounwind memory(argmem: read) uwtable "frame-pointer"="all" "target-cpu"="x86-64" "target-features"="+sse,+sse2" }
attributes #1 = { nounwind }

!0 = !{!1, !1, i64 0}
!1 = !{!"int", !2, i64 0}
!2 = !{!"Simple C/C++ TBAA"}
