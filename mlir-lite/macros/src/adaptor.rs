//! Writes the adaptor of an op: its operands by name, over any values.

use crate::declaration::{Arity, Declaration, Field};
use crate::wrapper::docs;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// The type of the adaptor, with the parameters `'v` and `T`.
pub(crate) fn ty(op: &Declaration) -> TokenStream {
    if op.operands.is_empty() {
        return quote!(::mlir_lite::ir::adaptor::NoOperands<'v, T>);
    }
    let ident = ident(op);
    quote!(#ident<'v, T>)
}

fn ident(op: &Declaration) -> syn::Ident {
    format_ident!("{}Adaptor", op.ident)
}

/// The adaptor and its functions. Ops without operands share one.
pub(crate) fn expand(op: &Declaration) -> TokenStream {
    if op.operands.is_empty() {
        return TokenStream::new();
    }
    let vis = &op.vis;
    let op_ident = &op.ident;
    let ident = ident(op);
    let summary = format!("Values in the place of the operands of a [`{op_ident}`], by name.");
    let accessors = (0..op.operands.len()).map(|index| accessor(op, index));
    let (range_field, ranges) = if knows_positions(op) {
        (TokenStream::new(), TokenStream::new())
    } else {
        let count = op.operands.len();
        let group = |index: usize| {
            quote! {{
                let group = op.body().operand_group(op.id(), #index);
                (group.start as u32, group.end as u32)
            }}
        };
        let groups = (0..count).map(group);
        (quote!(groups: [(u32, u32); #count],), quote!(groups: [#(#groups),*],))
    };
    quote! {
        #[doc = #summary]
        #[derive(Copy, Clone, Debug)]
        #vis struct #ident<'v, T = ::mlir_lite::ir::ValueId> {
            values: &'v [T],
            #range_field
        }

        #[allow(dead_code)]
        impl<'v, T: ::core::marker::Copy> #ident<'v, T> {
            #(#accessors)*
        }

        impl<'v, T: ::core::marker::Copy> ::mlir_lite::ir::OpAdaptor<'v, T> for #ident<'v, T> {
            #[inline]
            fn of(op: ::mlir_lite::ir::OpRef<'_>, values: &'v [T]) -> Self {
                let _ = op;
                Self { values, #ranges }
            }

            #[inline]
            fn values(self) -> &'v [T] {
                self.values
            }
        }
    }
}

/// Whether the position of each operand follows from the declaration and the number of values:
/// one group at most is not a single value, and nothing is passed to successors.
fn knows_positions(op: &Declaration) -> bool {
    let is_group = |field: &&Field| field.arity != Arity::One;
    op.successors.is_empty() && op.operands.iter().filter(is_group).count() <= 1
}

fn accessor(op: &Declaration, index: usize) -> TokenStream {
    let (vis, field) = (&op.vis, &op.operands[index]);
    let (name, docs) = (&field.ident, docs(field, "operand"));
    let (start, end) = if knows_positions(op) {
        let from_end = op.operands.len() - index;
        let after = from_end - 1;
        // Only one group has any size: before it and at its start, positions are known.
        let is_after_group = op.operands[..index].iter().any(|field| field.arity != Arity::One);
        let start =
            if is_after_group { quote!(self.values.len() - #from_end) } else { quote!(#index) };
        (start, quote!(self.values.len() - #after))
    } else {
        (quote!(self.groups[#index].0 as usize), quote!(self.groups[#index].1 as usize))
    };
    let group = quote!(&self.values[#start..#end]);
    let (ty, get) = match field.arity {
        Arity::One => (quote!(T), quote!(self.values[#start])),
        Arity::Optional => {
            (quote!(::core::option::Option<T>), quote!(<[T]>::first(#group).copied()))
        }
        Arity::Variadic => (quote!(&'v [T]), group),
    };
    quote! {
        #docs
        #[inline]
        #[track_caller]
        #vis fn #name(self) -> #ty {
            #get
        }
    }
}
