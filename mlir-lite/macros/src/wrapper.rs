//! Generates the typed wrapper: the struct, its accessors and its builder.

use crate::declaration::{Arity, Declaration, Field, Slot};
use crate::relations::{Member, Relation};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};

/// The struct and its functions.
pub(crate) fn expand(op: &Declaration) -> TokenStream {
    let Declaration { ident, vis, attrs, .. } = op;
    let accessors = accessors(op);
    let build = build(op);
    quote! {
        #(#attrs)*
        #[derive(Copy, Clone, PartialEq, Eq, Debug)]
        #vis struct #ident(::mlir_lite::ir::OpId);

        #[allow(dead_code, clippy::too_many_arguments)]
        impl #ident {
            #accessors
            #build
        }
    }
}

pub(crate) fn docs(field: &Field, kind: &str) -> TokenStream {
    if field.docs.is_empty() {
        let text = format!("The {kind} `{}`.", field.name);
        return quote!(#[doc = #text]);
    }
    let docs = &field.docs;
    quote!(#(#docs)*)
}

/// Whether a group's position follows from the declaration alone.
pub(crate) fn fixed_position(fields: &[Field], index: usize) -> bool {
    fields[..=index].iter().all(|field| field.arity == Arity::One)
}

#[expect(clippy::too_many_lines, reason = "quotations of the accessors of each kind of field")]
fn accessors(op: &Declaration) -> TokenStream {
    let vis = &op.vis;
    let mut out = TokenStream::new();
    for (index, field) in op.operands.iter().enumerate() {
        out.extend(value_accessor(op, &op.operands, index, docs(field, "operand"), "operand"));
        out.extend(operand_setter(op, index));
    }
    for (index, field) in op.results.iter().enumerate() {
        out.extend(value_accessor(op, &op.results, index, docs(field, "result"), "result"));
    }
    for (slot, field) in op.op_attrs.iter().enumerate() {
        let ident = &field.ident;
        let docs = docs(field, "attribute");
        let setter = format_ident!("set_{}", field.name, span = ident.span());
        let setter_docs = format!("Sets the attribute `{}`.", field.attr_name);
        let missing =
            format!("a verified '{}' has the attribute '{}'", op.name.value(), field.attr_name);
        let get = quote!(body.typed_attr(self, #slot));
        let attribute = quote!(::mlir_lite::attributes::Attribute);
        let (ty, get) = match (field.default_attribute(&quote!(body.context())), field.arity) {
            (Some(default), _) => (attribute.clone(), quote!(#get.unwrap_or_else(|| #default))),
            (None, Arity::Optional) => (quote!(::core::option::Option<#attribute>), get),
            _ => (attribute.clone(), quote!(#get.expect(#missing))),
        };
        if field.arity == Arity::Optional {
            let remover = format_ident!("remove_{}", field.name, span = ident.span());
            let remover_docs = format!("Removes the attribute `{}`.", field.attr_name);
            out.extend(quote! {
                #[doc = #remover_docs]
                #[track_caller]
                #vis fn #remover(self, body: &mut ::mlir_lite::ir::Body) {
                    body.set_inherent_attr(body.typed(self), #slot, ::core::option::Option::None);
                }
            });
        }
        if !field.typed {
            out.extend(quote! {
                #docs
                #[track_caller]
                #vis fn #ident(self, body: &::mlir_lite::ir::Body) -> #ty {
                    #get
                }

                #[doc = #setter_docs]
                #[track_caller]
                #vis fn #setter(self, body: &mut ::mlir_lite::ir::Body, value: #attribute) {
                    body.set_inherent_attr(body.typed(self), #slot, ::core::option::Option::Some(value));
                }
            });
            continue;
        }
        let constraint = &field.constraint;
        let typed = quote!(<#constraint as ::mlir_lite::ir::constraints::AttrValue>);
        let raw = format_ident!("{}_attr", field.name, span = ident.span());
        let raw_docs = format!("The attribute `{}` itself.", field.attr_name);
        let convert = quote!(#typed::value_of(body.context(), attribute).expect(#missing));
        let (value, convert) = if field.arity == Arity::Optional && field.default.is_none() {
            let value = quote!(::core::option::Option<#typed::Value>);
            (value, quote!(self.#raw(body).map(|attribute| #convert)))
        } else if let Some(default) = &field.default {
            let slot = quote!(body.typed_attr(self, #slot));
            let value = quote!(match #slot { Some(attribute) => #convert, None => #default });
            (quote!(#typed::Value), value)
        } else {
            (quote!(#typed::Value), quote!({ let attribute = self.#raw(body); #convert }))
        };
        out.extend(quote! {
            #docs
            #[track_caller]
            #vis fn #ident(self, body: &::mlir_lite::ir::Body) -> #value {
                #convert
            }

            #[doc = #raw_docs]
            #[track_caller]
            #vis fn #raw(self, body: &::mlir_lite::ir::Body) -> #ty {
                #get
            }

            #[doc = #setter_docs]
            #[track_caller]
            #vis fn #setter(self, body: &mut ::mlir_lite::ir::Body, value: #typed::Value) {
                let value = #typed::attribute_of(body.context(), value);
                body.set_inherent_attr(body.typed(self), #slot, ::core::option::Option::Some(value));
            }
        });
    }
    for (index, field) in op.regions.iter().enumerate() {
        let ident = &field.ident;
        let docs = docs(field, "region");
        out.extend(if field.arity == Arity::Variadic {
            let after = op.regions.len() - index - 1;
            quote! {
                #docs
                #[track_caller]
                #vis fn #ident(self, body: &::mlir_lite::ir::Body) -> &[::mlir_lite::ir::RegionId] {
                    let regions = body.regions(body.typed(self));
                    &regions[#index..regions.len() - #after]
                }
            }
        } else {
            let position = place(&op.regions, index, quote!(body.regions(self.0).len()));
            quote! {
                #docs
                #[track_caller]
                #vis fn #ident(self, body: &::mlir_lite::ir::Body) -> ::mlir_lite::ir::RegionId {
                    body.region(body.typed(self), #position)
                }
            }
        });
    }
    for (index, field) in op.successors.iter().enumerate() {
        let ident = &field.ident;
        let docs = docs(field, "successor");
        out.extend(if field.arity == Arity::Variadic {
            let after = op.successors.len() - index - 1;
            quote! {
                #docs
                #[track_caller]
                #vis fn #ident(
                    self,
                    body: &::mlir_lite::ir::Body,
                ) -> ::mlir_lite::smallvec::SmallVec<[::mlir_lite::ir::BlockId; 2]> {
                    let op = body.typed(self);
                    let end = body.num_successors(op) - #after;
                    (#index..end).map(|index| body.successor(op, index)).collect()
                }
            }
        } else {
            let position = place(&op.successors, index, quote!(body.num_successors(self.0)));
            quote! {
                #docs
                #[track_caller]
                #vis fn #ident(self, body: &::mlir_lite::ir::Body) -> ::mlir_lite::ir::BlockId {
                    body.successor(body.typed(self), #position)
                }
            }
        });
    }
    out
}

/// The position of a single field, counted from the end if it is after a variadic one.
pub(crate) fn place(fields: &[Field], index: usize, total: TokenStream) -> TokenStream {
    if fixed_position(fields, index) {
        return quote!(#index);
    }
    let from_end = fields.len() - index;
    quote!(#total - #from_end)
}

fn value_accessor(
    op: &Declaration,
    fields: &[Field],
    index: usize,
    docs: TokenStream,
    kind: &str,
) -> TokenStream {
    let vis = &op.vis;
    let ident = &fields[index].ident;
    let one = format_ident!("{kind}");
    let group = format_ident!("{kind}_group");
    let value = quote!(::mlir_lite::ir::ValueId);
    let (ty, get) = match fields[index].arity {
        Arity::One if fixed_position(fields, index) => {
            (value, quote!(body.#one(body.typed(self), #index)))
        }
        Arity::One => (
            value,
            quote!({ let op = body.typed(self); body.#one(op, body.#group(op, #index).start) }),
        ),
        Arity::Optional => (
            quote!(::core::option::Option<#value>),
            quote!({ let op = body.typed(self); body.#group(op, #index).next().map(|index| body.#one(op, index)) }),
        ),
        Arity::Variadic => (
            quote!(::mlir_lite::smallvec::SmallVec<[#value; 4]>),
            quote!({ let op = body.typed(self); body.#group(op, #index).map(|index| body.#one(op, index)).collect() }),
        ),
    };
    quote! {
        #docs
        #[inline]
        #[track_caller]
        #vis fn #ident(self, body: &::mlir_lite::ir::Body) -> #ty {
            #get
        }
    }
}

fn operand_setter(op: &Declaration, index: usize) -> TokenStream {
    let (vis, field) = (&op.vis, &op.operands[index]);
    let setter = format_ident!("set_{}", field.name, span = field.ident.span());
    let value = quote!(::mlir_lite::ir::ValueId);
    let (docs, ty, values) = match field.arity {
        Arity::One => (format!("Sets the operand `{}`.", field.name), value, quote!(&[value])),
        Arity::Optional => (
            format!("Sets the operand `{}`, or leaves it out.", field.name),
            quote!(::core::option::Option<#value>),
            quote!(value.as_slice()),
        ),
        Arity::Variadic => {
            (format!("Sets the operands `{}`.", field.name), quote!(&[#value]), quote!(value))
        }
    };
    let set = if fixed_position(&op.operands, index) {
        quote!(body.set_operand(op, #index, value))
    } else {
        quote!(body.set_operand_group(op, #index, #values))
    };
    quote! {
        #[doc = #docs]
        #[track_caller]
        #vis fn #setter(self, body: &mut ::mlir_lite::ir::Body, value: #ty) {
            let op = body.typed(self);
            #set;
        }
    }
}

/// Pushes a field's values or types to a list.
fn push(field: &Field, list: &TokenStream) -> TokenStream {
    let ident = &field.ident;
    match field.arity {
        Arity::One => quote!(#list.push(#ident);),
        Arity::Optional => quote!(#list.extend(#ident);),
        Arity::Variadic => quote!(#list.extend_from_slice(#ident);),
    }
}

fn many(arity: Arity, one: TokenStream) -> TokenStream {
    match arity {
        Arity::One => one,
        Arity::Optional => quote!(::core::option::Option<#one>),
        Arity::Variadic => quote!(&[#one]),
    }
}

fn parameter(op: &Declaration, slot: Slot) -> TokenStream {
    let (field, ty) = match slot {
        Slot::Operand(index) => {
            let field = &op.operands[index];
            (field, many(field.arity, quote!(::mlir_lite::ir::ValueId)))
        }
        Slot::Attr(index) => {
            let field = &op.op_attrs[index];
            let arity = if field.default.is_some() { Arity::Optional } else { field.arity };
            let constraint = &field.constraint;
            let ty = if field.typed {
                quote!(<#constraint as ::mlir_lite::ir::constraints::AttrValue>::Value)
            } else {
                quote!(::mlir_lite::attributes::Attribute)
            };
            (field, many(arity, ty))
        }
        Slot::Successor(index) => {
            let field = &op.successors[index];
            (
                field,
                many(field.arity, quote!((::mlir_lite::ir::BlockId, &[::mlir_lite::ir::ValueId]))),
            )
        }
        Slot::Region(index) => {
            let field = &op.regions[index];
            if field.arity != Arity::Variadic {
                return TokenStream::new();
            }
            // The number of regions to create.
            (field, quote!(usize))
        }
    };
    let ident = &field.ident;
    quote!(#ident: #ty,)
}

/// The sizes of groups, as `i32`.
fn sizes(fields: &[Field]) -> TokenStream {
    let sizes = fields.iter().map(|field| {
        let ident = &field.ident;
        match field.arity {
            Arity::One => quote!(1),
            Arity::Optional => quote!(i32::from(#ident.is_some())),
            Arity::Variadic => quote!(#ident.len() as i32),
        }
    });
    quote!(&[#(#sizes),*])
}

#[expect(clippy::too_many_lines, reason = "quotations of both ways to build an op")]
fn build(op: &Declaration) -> TokenStream {
    // Hygienic names cannot clash with those of the fields.
    let span = Span::mixed_site();
    let [builder, location, state, attributes, op_id] =
        ["builder", "location", "state", "attributes", "op"]
            .map(|name| proc_macro2::Ident::new(name, span));
    let vis = &op.vis;
    let inferred: Vec<Option<TokenStream>> =
        (0..op.results.len()).map(|index| inferred_type(op, index, &builder, &state)).collect();
    let parameters: Vec<TokenStream> = op.order.iter().map(|&slot| parameter(op, slot)).collect();
    let type_parameters = type_parameters(op, &inferred);
    let push_operands = op.operands.iter().map(|field| push(field, &quote!(#state.operands)));
    let push_types = op.results.iter().zip(&inferred).map(|(field, known)| match known {
        Some(ty) => quote!(#state.result_types.push(#ty);),
        None => push(field, &quote!(#state.result_types)),
    });
    let convert_attrs = op.op_attrs.iter().filter(|field| field.typed).map(|field| {
        let (ident, constraint) = (&field.ident, &field.constraint);
        let convert =
            quote!(<#constraint as ::mlir_lite::ir::constraints::AttrValue>::attribute_of);
        if field.arity == Arity::Optional || field.default.is_some() {
            quote!(let #ident = #ident.map(|value| #convert(#builder.context(), value));)
        } else {
            quote!(let #ident = #convert(#builder.context(), #ident);)
        }
    });
    let push_successors = op.successors.iter().map(|field| {
        let ident = &field.ident;
        if field.arity == Arity::Variadic {
            quote! {
                #state.successors.extend(#ident.iter().map(|&(block, operands)| (block, operands.into())));
            }
        } else {
            quote!(#state.successors.push((#ident.0, #ident.1.into()));)
        }
    });
    let set_attrs = op.op_attrs.iter().enumerate().map(|(slot, field)| {
        let ident = &field.ident;
        if field.arity == Arity::Optional || field.default.is_some() {
            quote!(if #ident.is_some() { #attributes.push((#slot, #ident)); })
        } else {
            quote!(#attributes.push((#slot, ::core::option::Option::Some(#ident)));)
        }
    });
    let set_sizes = segment_names(op).into_iter().enumerate().map(|(i, name)| {
        let slot = op.op_attrs.len() + i;
        let sizes = sizes(if name == "operandSegmentSizes" { &op.operands } else { &op.results });
        quote! {
            #attributes.push((
                #slot,
                ::core::option::Option::Some(#builder.context().i32_array_attr(#sizes)),
            ));
        }
    });
    let region_count = op.regions.iter().map(|field| {
        let ident = &field.ident;
        if field.arity == Arity::Variadic { quote!(#ident) } else { quote!(1) }
    });
    let region_count = quote!(0 #(+ #region_count)*);
    let has_attrs = !op.op_attrs.is_empty() || !segment_names(op).is_empty();
    let attributes_list = if has_attrs {
        quote! {
            let mut #attributes = ::mlir_lite::smallvec::SmallVec::<
                [(usize, ::core::option::Option<::mlir_lite::attributes::Attribute>); 4],
            >::new();
            #(#set_attrs)*
            #(#set_sizes)*
        }
    } else {
        TokenStream::new()
    };
    let apply = |body: TokenStream, target: TokenStream| {
        if !has_attrs {
            return TokenStream::new();
        }
        quote! {
            for (slot, value) in #attributes {
                #body.set_inherent_attr(#target, slot, value);
            }
        }
    };
    let is_single = |field: &Field| field.arity == Arity::One;
    let is_simple = !op.has_trait("IsolatedFromAbove")
        && op.regions.is_empty()
        && op.successors.is_empty()
        && segment_names(op).is_empty()
        && op.operands.iter().chain(&op.results).all(is_single);
    if is_simple {
        let operands = op.operands.iter().map(|field| &field.ident);
        let types = op.results.iter().zip(&inferred).map(|(field, known)| {
            let ident = &field.ident;
            known.clone().unwrap_or_else(|| quote!(#ident))
        });
        let (operand_count, type_count) = (op.operands.len(), op.results.len());
        let set_attrs = op.op_attrs.iter().enumerate().map(|(slot, field)| {
            let ident = &field.ident;
            if field.arity == Arity::Optional || field.default.is_some() {
                quote!(if #ident.is_some() { #builder.body_mut().set_inherent_attr(#op_id, #slot, #ident); })
            } else {
                quote!(#builder.body_mut().set_inherent_attr(#op_id, #slot, ::core::option::Option::Some(#ident));)
            }
        });
        let more_builders = more_builders(op, &inferred);
        // An op with a fixed number of values needs no lists.
        return quote_spanned! {span=>
            /// Creates the op at the builder's insertion point.
            #[track_caller]
            #vis fn build(
                #builder: &mut (impl ::mlir_lite::ir::OpBuilder + ?Sized),
                #location: ::mlir_lite::ir::Location,
                #(#parameters)*
                #(#type_parameters)*
            ) -> Self {
                #(#convert_attrs)*
                let operands: [::mlir_lite::ir::ValueId; #operand_count] = [#(#operands),*];
                let types: [::mlir_lite::types::Type; #type_count] = [#(#types),*];
                let name = <Self as ::mlir_lite::ir::OpDefinition>::name(#builder.context());
                let #op_id = #builder.body_mut().create_simple_op(name, #location, &operands, &types);
                #(#set_attrs)*
                #builder.insert(#op_id);
                Self(#op_id)
            }
            #more_builders
        };
    }
    let create = if op.has_trait("IsolatedFromAbove") {
        let apply = apply(quote!(child), quote!(root));
        quote! {
            #[allow(unused_mut)]
            let mut child = ::mlir_lite::ir::Body::new(
                #builder.context(), #state.name, #location, #region_count,
            );
            let root = child.root();
            #apply
            let _ = root;
            let #op_id = #builder.create_isolated(child, &#state.operands, &#state.result_types);
        }
    } else {
        let regions = if op.regions.is_empty() {
            TokenStream::new()
        } else {
            quote! {
                for _ in 0..#region_count {
                    #state.regions.push(#builder.body_mut().create_region());
                }
            }
        };
        let apply = apply(quote!(#builder.body_mut()), quote!(#op_id));
        quote! {
            #regions
            let #op_id = #builder.body_mut().create_op(#state);
            #apply
            #builder.insert(#op_id);
        }
    };
    let more_builders = more_builders(op, &inferred);
    quote_spanned! {span=>
        /// Creates the op at the builder's insertion point; its regions are
        /// empty.
        #[track_caller]
        #vis fn build(
            #builder: &mut (impl ::mlir_lite::ir::OpBuilder + ?Sized),
            #location: ::mlir_lite::ir::Location,
            #(#parameters)*
            #(#type_parameters)*
        ) -> Self {
            #[allow(unused_mut)]
            let mut #state = ::mlir_lite::ir::OperationState::new(
                <Self as ::mlir_lite::ir::OpDefinition>::name(#builder.context()),
                #location,
            );
            #(#push_operands)*
            #(#convert_attrs)*
            #(#push_types)*
            #(#push_successors)*
            #attributes_list
            #create
            Self(#op_id)
        }
        #more_builders
    }
}

/// Whether the types of all results can be inferred from operands and attributes.
pub(crate) fn infers_types(op: &Declaration) -> bool {
    let [builder, state] =
        ["builder", "state"].map(|name| proc_macro2::Ident::new(name, Span::mixed_site()));
    op.behavior("InferTypes").is_some()
        || (0..op.results.len()).all(|index| inferred_type(op, index, &builder, &state).is_some())
}

/// The type of a result, if it can be inferred from the arguments of `build`: from the constraint,
/// from a trait or from a relation to a single operand.
fn inferred_type(
    op: &Declaration,
    index: usize,
    builder: &proc_macro2::Ident,
    state: &proc_macro2::Ident,
) -> Option<TokenStream> {
    let field = &op.results[index];
    if field.arity != Arity::One {
        return None;
    }
    if op.has_trait("SameOperandsAndResultType")
        && let Some(first) = op.operands.first()
    {
        let ident = &first.ident;
        let first =
            if first.arity == Arity::One { quote!(#ident) } else { quote!(#state.operands[0]) };
        return Some(quote!(#builder.body().ty(#first)));
    }
    if field.has_only_type() {
        let constraint = &field.constraint;
        return Some(
            quote!(::mlir_lite::ir::constraints::only_type::<#constraint>(#builder.context())),
        );
    }
    let operand = |member: &Member| match *member {
        Member::Operand(index) if op.operands[index].arity == Arity::One => {
            let ident = &op.operands[index].ident;
            Some(quote!(#builder.body().ty(#ident)))
        }
        _ => None,
    };
    let is_result = |member: &Member| matches!(*member, Member::Result(other) if other == index);
    op.relations.iter().find_map(|relation| match relation {
        Relation::AllMatch { members, aspect: "Type" } if members.iter().any(is_result) => {
            members.iter().find_map(operand)
        }
        Relation::MatchWith { from, to, transform, .. } if is_result(to) => {
            let ty = operand(from)?;
            // If the type does not fit, the verifier reports it.
            Some(quote!({ let ty = #ty; #transform(#builder.context(), ty).unwrap_or(ty) }))
        }
        _ => None,
    })
}

/// The builders that call `build`.
fn more_builders(op: &Declaration, inferred: &[Option<TokenStream>]) -> TokenStream {
    let (create, build_inferred) = (create(op, inferred), build_inferred(op, inferred));
    quote!(#create #build_inferred)
}

/// The fields that are parameters of `build`, in order.
fn arguments(op: &Declaration) -> impl Iterator<Item = &proc_macro2::Ident> {
    op.order.iter().filter_map(|&slot| match slot {
        Slot::Operand(index) => Some(&op.operands[index].ident),
        Slot::Attr(index) => Some(&op.op_attrs[index].ident),
        Slot::Successor(index) => Some(&op.successors[index].ident),
        Slot::Region(index) => {
            (op.regions[index].arity == Arity::Variadic).then_some(&op.regions[index].ident)
        }
    })
}

/// The parameters of `build` for the result types that do not follow.
fn type_parameters(
    op: &Declaration,
    inferred: &[Option<TokenStream>],
) -> impl Iterator<Item = TokenStream> {
    op.results.iter().zip(inferred).filter(|(_, known)| known.is_none()).map(|(field, _)| {
        let ident = &field.ident;
        let ty = many(field.arity, quote!(::mlir_lite::types::Type));
        quote!(#ident: #ty,)
    })
}

/// `build` at the builder's location, which gives the result. Isolated ops have none: their bodies
/// are created on their own.
fn create(op: &Declaration, inferred: &[Option<TokenStream>]) -> TokenStream {
    if op.has_trait("IsolatedFromAbove") {
        return TokenStream::new();
    }
    let vis = &op.vis;
    let parameters = op.order.iter().map(|&slot| parameter(op, slot));
    let type_parameters = type_parameters(op, inferred);
    let arguments = arguments(op);
    let types =
        op.results.iter().zip(inferred).filter(|(_, known)| known.is_none()).map(|(f, _)| &f.ident);
    let [builder, location, op_id] =
        ["builder", "location", "op"].map(|name| proc_macro2::Ident::new(name, Span::mixed_site()));
    let (what, output, result) = match &op.results[..] {
        [field] if field.arity == Arity::One => (
            "Creates the op at the builder's insertion point and location, and gives its result.",
            quote!(::mlir_lite::ir::ValueId),
            quote!(#builder.body().result(#op_id.0, 0)),
        ),
        _ => (
            "Creates the op at the builder's insertion point and location.",
            quote!(Self),
            quote!(#op_id),
        ),
    };
    quote! {
        #[doc = #what]
        #[track_caller]
        #vis fn create(
            #builder: &mut (impl ::mlir_lite::ir::OpBuilder + ?Sized),
            #(#parameters)*
            #(#type_parameters)*
        ) -> #output {
            let #location = #builder.location();
            let #op_id = Self::build(#builder, #location, #(#arguments,)* #(#types),*);
            #result
        }
    }
}

/// `build` with the result types that `InferTypes` gives.
fn build_inferred(op: &Declaration, inferred: &[Option<TokenStream>]) -> TokenStream {
    let single = op.results.iter().all(|field| field.arity == Arity::One);
    if op.behavior("InferTypes").is_none() {
        return TokenStream::new();
    }
    if !single || inferred.iter().all(Option::is_some) {
        return TokenStream::new();
    }
    let vis = &op.vis;
    let parameters = op.order.iter().map(|&slot| parameter(op, slot));
    let arguments = arguments(op);
    let span = Span::mixed_site();
    let [builder, location, types, operands, attributes] =
        ["builder", "location", "types", "operands", "attributes"]
            .map(|name| proc_macro2::Ident::new(name, span));
    let push_operands =
        op.operands.iter().map(|field| push(field, &operands.clone().into_token_stream()));
    let named = op.op_attrs.iter().map(|field| {
        let (name, ident, constraint) = (&field.attr_name, &field.ident, &field.constraint);
        let is_optional = field.arity == Arity::Optional || field.default.is_some();
        let value = match field.typed {
            true => quote!(::core::clone::Clone::clone(&#ident)),
            false => quote!(#ident),
        };
        let value = if is_optional { value } else { quote!(::core::option::Option::Some(#value)) };
        if !field.typed {
            return quote!((#name, #value));
        }
        let convert =
            quote!(<#constraint as ::mlir_lite::ir::constraints::AttrValue>::attribute_of);
        quote!((#name, #value.map(|value| #convert(#builder.context(), value))))
    });
    let sizes = op.sized_operands().then(|| {
        let sizes = sizes(&op.operands);
        quote!((
            "operandSegmentSizes",
            ::core::option::Option::Some(#builder.context().i32_array_attr(#sizes)),
        ),)
    });
    let count = op.op_attrs.len() + usize::from(op.sized_operands());
    let result_types = inferred
        .iter()
        .enumerate()
        .filter(|(_, known)| known.is_none())
        .map(|(index, _)| quote!(#types[#index]));
    quote! {
        /// As `build`, with inferred result types.
        ///
        /// # Errors
        /// If the types cannot be inferred.
        #vis fn build_inferred(
            #builder: &mut (impl ::mlir_lite::ir::OpBuilder + ?Sized),
            #location: ::mlir_lite::ir::Location,
            #(#parameters)*
        ) -> ::core::result::Result<Self, ::std::string::String> {
            #[allow(unused_mut)]
            let mut #operands = ::std::vec::Vec::<::mlir_lite::ir::ValueId>::new();
            #(#push_operands)*
            let #operands: ::std::vec::Vec<_> = #operands.iter().map(|&value| #builder.body().ty(value)).collect();
            let #attributes: [(&str, ::core::option::Option<::mlir_lite::attributes::Attribute>); #count] = [#(#named,)* #sizes];
            let #types = <Self as ::mlir_lite::ir::OpDefinition>::def().infer(
                ::mlir_lite::ir::prelude::InferenceInput::new::<Self>(
                    #builder.context(),
                    &#operands,
                    &|name| #attributes.iter().find(|entry| entry.0 == name)?.1,
                ),
            )?;
            ::core::result::Result::Ok(Self::build(#builder, #location, #(#arguments,)* #(#result_types),*))
        }
    }
}

/// Names of the attributes that hold the sizes of operand or result groups; their slots follow
/// those of the declared ones.
pub(crate) fn segment_names(op: &Declaration) -> Vec<&'static str> {
    let mut names = Vec::new();
    if op.sized_operands() {
        names.push("operandSegmentSizes");
    }
    if op.has_trait("AttrSizedResultSegments") {
        names.push("resultSegmentSizes");
    }
    names
}
