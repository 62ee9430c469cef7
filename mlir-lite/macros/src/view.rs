//! Generates the view of an op: it borrows the body, so that its accessors need no argument.

use crate::declaration::{Arity, Declaration, Field};
use crate::wrapper::{docs, fixed_position, place};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// The name of the view.
pub(crate) fn ident(op: &Declaration) -> syn::Ident {
    format_ident!("{}Ref", op.ident)
}

/// The view and its functions.
pub(crate) fn expand(op: &Declaration) -> TokenStream {
    let Declaration { ident: op_ident, vis, .. } = op;
    let ident = ident(op);
    let accessors = accessors(op);
    let summary = format!("A [`{op_ident}`] together with its body, for code that only reads.");
    let expected = format!("the op is a '{}'", op.name.value());
    quote! {
        #[doc = #summary]
        #[derive(Copy, Clone)]
        #vis struct #ident<'b>(::mlir_lite::ir::OpRef<'b>);

        #[allow(dead_code)]
        impl<'b> #ident<'b> {
            #accessors
        }

        impl<'b> ::mlir_lite::ir::OpView<'b> for #ident<'b> {
            type Op = #op_ident;

            #[inline]
            fn op(self) -> ::mlir_lite::ir::OpRef<'b> {
                self.0
            }
        }

        impl #op_ident {
            /// The op together with its body.
            ///
            /// # Panics
            /// If the id belongs to an op of another kind.
            #[allow(dead_code)]
            #[track_caller]
            #vis fn on(self, body: &::mlir_lite::ir::Body) -> #ident<'_> {
                ::mlir_lite::ir::OpRef::cast::<Self>(body.op(self.0)).expect(#expected)
            }
        }
    }
}

fn accessors(op: &Declaration) -> TokenStream {
    let values = |fields: &[Field], kind: &str| -> TokenStream {
        (0..fields.len()).map(|index| value_accessor(op, fields, index, kind)).collect()
    };
    let operands = values(&op.operands, "operand");
    let results = values(&op.results, "result");
    let attributes: TokenStream = (0..op.op_attrs.len())
        .map(|slot| attribute_accessors(op, slot, &quote!(self.0.inherent_attr(#slot))))
        .collect();
    let regions: TokenStream =
        (0..op.regions.len()).map(|index| region_accessor(op, index)).collect();
    let successors: TokenStream =
        (0..op.successors.len()).map(|index| successor_accessor(op, index)).collect();
    quote!(#operands #results #attributes #regions #successors)
}

/// The type that an accessor of the view returns, if it is of a field; its lifetime is elided.
pub(crate) fn type_of_accessor(op: &Declaration, name: &syn::Ident) -> Option<TokenStream> {
    let find = |fields: &[Field]| fields.iter().position(|field| field.ident == *name);
    let value = |field: &Field| {
        let value = quote!(::mlir_lite::ir::ValueRef<'_>);
        match field.arity {
            Arity::One => value,
            Arity::Optional => quote!(::core::option::Option<#value>),
            Arity::Variadic => quote!(::mlir_lite::ir::ValueRange<'_>),
        }
    };
    if let Some(index) = find(&op.operands) {
        return Some(value(&op.operands[index]));
    }
    if let Some(index) = find(&op.results) {
        return Some(value(&op.results[index]));
    }
    if let Some(index) = find(&op.regions) {
        let is_one = op.regions[index].arity != Arity::Variadic;
        return is_one.then(|| quote!(::mlir_lite::ir::RegionRef<'_>));
    }
    let field = &op.op_attrs[find(&op.op_attrs)?];
    let value = attribute_type(field);
    let is_optional = field.arity == Arity::Optional && field.default.is_none();
    Some(if is_optional { quote!(::core::option::Option<#value>) } else { value })
}

/// The type of the value that a setter takes, if it is one of an operand or an attribute.
pub(crate) fn type_of_setter(op: &Declaration, name: &syn::Ident) -> Option<TokenStream> {
    let name = name.to_string();
    let name = name.strip_prefix("set_")?;
    if let Some(field) = op.operands.iter().find(|field| field.name == name) {
        let value = quote!(::mlir_lite::ir::ValueId);
        return Some(match field.arity {
            Arity::One => value,
            Arity::Optional => quote!(::core::option::Option<#value>),
            Arity::Variadic => quote!(&[#value]),
        });
    }
    op.op_attrs.iter().find(|field| field.name == name).map(attribute_type)
}

/// The type of an attribute's value, if it is there.
fn attribute_type(field: &Field) -> TokenStream {
    let constraint = &field.constraint;
    match field.typed {
        true => quote!(<#constraint as ::mlir_lite::ir::constraints::AttrValue>::Value),
        false => quote!(::mlir_lite::attributes::Attribute),
    }
}

fn value_accessor(op: &Declaration, fields: &[Field], index: usize, kind: &str) -> TokenStream {
    let (vis, field) = (&op.vis, &fields[index]);
    let (ident, docs) = (&field.ident, docs(field, kind));
    let one = format_ident!("{kind}_view");
    let group = format_ident!("{kind}_group_view");
    let value = quote!(::mlir_lite::ir::ValueRef<'b>);
    let (ty, get) = match field.arity {
        Arity::One if fixed_position(fields, index) => (value, quote!(self.0.#one(#index))),
        Arity::One => {
            (value, quote!(self.0.#group(#index).get(0).expect("a group of one value has one")))
        }
        Arity::Optional => {
            (quote!(::core::option::Option<#value>), quote!(self.0.#group(#index).get(0)))
        }
        Arity::Variadic => {
            // The last group has all values from its position on, if the others have one each.
            let rest = format_ident!("{kind}_rest_view");
            let is_rest = index + 1 == fields.len()
                && fields[..index].iter().all(|field| field.arity == Arity::One);
            let get = if is_rest && op.successors.is_empty() {
                quote!(self.0.#rest(#index))
            } else {
                quote!(self.0.#group(#index))
            };
            (quote!(::mlir_lite::ir::ValueRange<'b>), get)
        }
    };
    quote! {
        #docs
        #[inline]
        #vis fn #ident(self) -> #ty {
            #get
        }
    }
}

/// The accessors of an attribute in a view, or in what has it before there is the op: `get` is how
/// the attribute is found in `self`.
pub(crate) fn attribute_accessors(op: &Declaration, slot: usize, get: &TokenStream) -> TokenStream {
    let (vis, field) = (&op.vis, &op.op_attrs[slot]);
    let (ident, docs) = (&field.ident, docs(field, "attribute"));
    let missing =
        format!("a verified '{}' has the attribute '{}'", op.name.value(), field.attr_name);
    let attribute = quote!(::mlir_lite::attributes::Attribute);
    let optional = field.arity == Arity::Optional && field.default.is_none();
    let slot = get.clone();
    let (ty, get) = match field.default_attribute(&quote!(self.0.context())) {
        Some(default) => (attribute, quote!(#get.unwrap_or_else(|| #default))),
        None if optional => (quote!(::core::option::Option<#attribute>), get.clone()),
        None => (attribute, quote!(#get.expect(#missing))),
    };
    if !field.typed {
        return quote! {
            #docs
            #[track_caller]
            #vis fn #ident(self) -> #ty {
                #get
            }
        };
    }
    let constraint = &field.constraint;
    let typed = quote!(<#constraint as ::mlir_lite::ir::constraints::AttrValue>);
    let raw = format_ident!("{}_attr", field.name, span = ident.span());
    let raw_docs = format!("The attribute `{}` itself.", field.attr_name);
    let convert = quote!(#typed::value_of(self.0.context(), attribute).expect(#missing));
    let (value, convert) = if optional {
        let value = quote!(::core::option::Option<#typed::Value>);
        (value, quote!(self.#raw().map(|attribute| #convert)))
    } else if let Some(default) = &field.default {
        let value = quote!(match #slot { Some(attribute) => #convert, None => #default });
        (quote!(#typed::Value), value)
    } else {
        (quote!(#typed::Value), quote!({ let attribute = self.#raw(); #convert }))
    };
    quote! {
        #docs
        #[track_caller]
        #vis fn #ident(self) -> #value {
            #convert
        }

        #[doc = #raw_docs]
        #[track_caller]
        #vis fn #raw(self) -> #ty {
            #get
        }
    }
}

fn region_accessor(op: &Declaration, index: usize) -> TokenStream {
    let (vis, field) = (&op.vis, &op.regions[index]);
    let (ident, docs) = (&field.ident, docs(field, "region"));
    if field.arity == Arity::Variadic {
        let after = op.regions.len() - index - 1;
        return quote! {
            #docs
            #vis fn #ident(self) -> impl ::core::iter::ExactSizeIterator<Item = ::mlir_lite::ir::RegionRef<'b>> + 'b {
                let regions = self.0.regions();
                let count = ::core::iter::ExactSizeIterator::len(&regions) - #index - #after;
                regions.skip(#index).take(count)
            }
        };
    }
    let position = place(&op.regions, index, quote!(self.0.regions().len()));
    let missing = format!("a verified '{}' has the region '{}'", op.name.value(), field.name);
    quote! {
        #docs
        #[track_caller]
        #vis fn #ident(self) -> ::mlir_lite::ir::RegionRef<'b> {
            self.0.region(#position).expect(#missing)
        }
    }
}

fn successor_accessor(op: &Declaration, index: usize) -> TokenStream {
    let (vis, field) = (&op.vis, &op.successors[index]);
    let (ident, docs) = (&field.ident, docs(field, "successor"));
    let block = quote!(::mlir_lite::ir::BlockRef<'b>);
    if field.arity == Arity::Variadic {
        let after = op.successors.len() - index - 1;
        return quote! {
            #docs
            #vis fn #ident(self) -> impl ::core::iter::ExactSizeIterator<Item = #block> + 'b {
                let (body, successors) = (self.0.body(), self.0.successors());
                let count = ::core::iter::ExactSizeIterator::len(&successors) - #index - #after;
                successors.skip(#index).take(count).map(move |block| body.block_ref(block))
            }
        };
    }
    let position = place(&op.successors, index, quote!(self.0.body().num_successors(self.0.id())));
    quote! {
        #docs
        #[track_caller]
        #vis fn #ident(self) -> #block {
            self.0.body().block_ref(self.0.body().successor(self.0.id(), #position))
        }
    }
}
