// expected-error@below {{'llvm.func' op argument #0 has attribute 'llvm.noalias': it is for pointers, but the type is 'i32'}}
llvm.func @f(i32 {llvm.noalias})

// -----

// expected-error@below {{'func.func' op argument #0 has attribute 'llvm.nonnull': it is for pointers, but the type is 'i32'}}
func.func private @f(i32 {llvm.nonnull})

// -----

// expected-error@below {{'llvm.func' op argument #0 has attribute 'llvm.zeroext': it is for integers, but the type is 'f32'}}
llvm.func @f(f32 {llvm.zeroext})

// -----

// expected-error@below {{'llvm.func' op argument #0 has attribute 'llvm.noalias': expected no value, found '1 : i64'}}
llvm.func @f(!llvm.ptr {llvm.noalias = 1 : i64})

// -----

// expected-error@below {{'llvm.func' op argument #0 has attribute 'llvm.byval': expected a type, found 'unit'}}
llvm.func @f(!llvm.ptr {llvm.byval})

// -----

// expected-error@below {{'llvm.func' op argument #0 has attribute 'llvm.byval': it is for pointers, but the type is 'i64'}}
llvm.func @f(i64 {llvm.byval = i32})

// -----

// expected-error@below {{'llvm.func' op argument #0 has attribute 'llvm.align': expected an integer, found 'i32'}}
llvm.func @f(!llvm.ptr {llvm.align = i32})

// -----

// expected-error@below {{'llvm.func' op argument #0 has attribute 'llvm.dereferenceable': it is for pointers, but the type is 'i32'}}
llvm.func @f(i32 {llvm.dereferenceable = 4 : i64})

// -----

// expected-error@below {{'llvm.func' op result #0 has attribute 'llvm.noalias': it is for pointers, but the type is 'i32'}}
llvm.func @f() -> (i32 {llvm.noalias})

// -----

// expected-error@below {{'llvm.func' op result #0 has attribute 'llvm.readonly': it is for arguments only}}
llvm.func @f() -> (!llvm.ptr {llvm.readonly})

// -----

// expected-error@below {{'func.func' op result #0 has attribute 'llvm.returned': it is for arguments only}}
func.func @f() -> (!llvm.ptr {llvm.returned}) {
  %0 = llvm.mlir.zero : !llvm.ptr
  return %0 : !llvm.ptr
}

// -----

// expected-error@below {{'llvm.func' op argument #0 has attribute 'fruit': expected the prefix of a dialect}}
llvm.func @f(i32 {fruit})

// -----

// expected-error@below {{'llvm.func' op expects a dictionary of attributes for each argument, 1 in all, but found 2}}
"llvm.func"() <{sym_name = "f", function_type = !llvm.func<void (i32)>, arg_attrs = [{}, {}]}> ({}) : () -> ()

// -----

// expected-error@below {{expected an integer type}}
llvm.func @f(i8 {llvm.range = #llvm.constant_range<f32, 0, 1>})

// -----

// expected-error@below {{expected ','}}
llvm.func @f(i8 {llvm.range = #llvm.constant_range<i8, 5>})

// -----

// expected-error@below {{expected an integer}}
llvm.func @f(i8 {llvm.range = #llvm.constant_range<i8, 0, "1">})

// -----

// expected-error@below {{expected the parameter 'hint'}}
llvm.func @f() attributes {vec_type_hint = #llvm.vec_type_hint<is_signed = true>}

// -----

// expected-error@below {{'hint' is given twice}}
llvm.func @f() attributes {vec_type_hint = #llvm.vec_type_hint<hint = i32, hint = i32>}

// -----

// expected-error@below {{expected 'true' or 'false'}}
llvm.func @f() attributes {vec_type_hint = #llvm.vec_type_hint<hint = i32, is_signed = yes>}
