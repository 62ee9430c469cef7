%pair = type { i32, ptr }
@g = internal constant [3 x i32] [i32 1, i32 2, i32 3], align 4
@s = private unnamed_addr constant [4 x i8] c"abc\00"
@z = global %pair zeroinitializer
@p = global ptr getelementptr (i8, ptr @g, i64 4)
declare i32 @puts(ptr noundef) #0
declare float @llvm.fma.f32(float, float, float)
declare i32 @llvm.ctlz.i32(i32, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i32 @f(i32 %a, ptr noalias %p, float %x) #1 {
entry:
  %c = icmp slt i32 %a, 10
  br i1 %c, label %then, label %end
then:
  %l = load i32, ptr %p, align 4
  %m = add nsw i32 %l, 1
  %y = call fast float @llvm.fma.f32(float %x, float 2.0, float 1.0)
  %q = getelementptr inbounds %pair, ptr %p, i64 0, i32 1
  %w = call i32 @llvm.ctlz.i32(i32 %m, i1 true)
  br label %end
end:
  %r = phi i32 [ 0, %entry ], [ %m, %then ]
  switch i32 %r, label %d [ i32 1, label %e
    i32 2, label %d ]
d:
  ret i32 %r
e:
  %u = call i32 @puts(ptr @s)
  ret i32 poison
}
attributes #0 = { nounwind }
attributes #1 = { noinline "frame-pointer"="all" "foo"="bar" mustprogress memory(none) }
