//! Generates the op's `OpDef`: its declaration as data.

use crate::declaration::{Arity, Assembly, Declaration, Field, Slot};
use crate::format::{self, Anchor, Argument, Element, Values};
use crate::relations::relation_def;
use crate::wrapper::segment_names;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

/// The implementation of `OpDefinition`, and checks of the constraints.
#[expect(clippy::too_many_lines, reason = "one quotation of all that an `OpDef` has")]
pub(crate) fn expand(op: &Declaration) -> TokenStream {
    let ident = &op.ident;
    let view = crate::view::ident(op);
    let adaptor = crate::adaptor::ty(op);
    let name = &op.name;
    let type_name = ident.to_string();
    let summary = &op.summary;
    let description = &op.description;
    let operands = op.operands.iter().map(value_group);
    let results = op.results.iter().map(value_group);
    let attrs = op.op_attrs.iter().map(attr_def).chain(segment_attrs(op));
    let regions = op.regions.iter().map(|field| {
        let Field { name, constraint, .. } = field;
        let variadic = field.arity == Arity::Variadic;
        quote! {
            RegionDef {
                name: #name,
                variadic: #variadic,
                single_block: <#constraint as ::mlir_lite::ir::hooks::RegionConstraint>::SINGLE_BLOCK,
            }
        }
    });
    let successors = op.successors.iter().map(|field| {
        let name = &field.name;
        let variadic = field.arity == Arity::Variadic;
        quote!(SuccessorDef { name: #name, variadic: #variadic })
    });
    let traits = op.traits.iter().map(|path| quote!(TraitDef::of::<#path>()));
    let relations = op.relations.iter().map(relation_def);
    let interfaces: Vec<_> = op.implements.iter().filter(|entry| entry.is_interface()).collect();
    let interface_names = interfaces.iter().map(|entry| entry.name());
    let form = assembly(op, &op.assembly);
    let upstream = match &op.upstream {
        None => quote!(None),
        Some(upstream) => {
            let names = &upstream.names;
            let function = |path: &Option<syn::Path>| match path {
                Some(path) => quote!(Some(#path)),
                None => quote!(None),
            };
            let (choose, check) = (function(&upstream.choose), function(&upstream.check));
            let form = match &upstream.assembly {
                Some(form) => {
                    let form = assembly(op, form);
                    quote!(Some(#form))
                }
                None => quote!(None),
            };
            let only = upstream.only;
            quote!(Some(UpstreamDef {
                names: &[#(#names),*],
                only: #only,
                choose: #choose,
                check: #check,
                assembly: #form,
            }))
        }
    };
    let function = |name: &str, make: &dyn Fn(TokenStream) -> TokenStream| {
        op.behavior(name).map_or(quote!(None), |entry| {
            let function = make(entry.implementor(ident));
            quote!(Some(#function))
        })
    };
    let verify = function("VerifyOp", &|implementor| {
        quote!(|op, diagnostics| {
            <#implementor as ::mlir_lite::ir::hooks::VerifyOp>::verify(#view(op), diagnostics)
        })
    });
    let fold = function("FoldOp", &|implementor| {
        quote!(|op, constants| {
            let constants = ::mlir_lite::ir::OpAdaptor::of(op, constants);
            <#implementor as ::mlir_lite::ir::hooks::FoldOp>::fold(#view(op), constants)
        })
    });
    let infer_types = function("InferTypes", &|implementor| {
        quote!(|input| {
            let adaptor = ::mlir_lite::ir::prelude::OpInferAdaptor::of(input);
            <#implementor as ::mlir_lite::ir::hooks::InferTypes>::infer_types(adaptor)
        })
    });
    let infer_adaptor = crate::infer_adaptor::ty(op);
    let compatible_types = op.behavior("InferTypes").map_or_else(
        || quote!(|_, inferred, found| inferred == found),
        |entry| {
            let implementor = entry.implementor(ident);
            quote!(<#implementor as ::mlir_lite::ir::hooks::InferTypes>::are_compatible)
        },
    );
    let interfaces_parameter = if interfaces.is_empty() { quote!(_) } else { quote!(interfaces) };
    let interfaces = interfaces.iter().map(|entry| {
        let (implementor, path) = (entry.implementor(ident), &entry.path);
        quote!(interfaces.attach::<#implementor, dyn #path>();)
    });
    let properties = match &op.properties {
        Some(properties) => quote!(&#properties),
        None => quote!(::mlir_lite::ir::op_def::UpstreamProperties::NONE),
    };
    let checks = checks(op);
    let signature = signature(op);
    quote! {
        impl ::mlir_lite::ir::OpDefinition for #ident {
            type View<'b> = #view<'b>;
            type Adaptor<'v, T: ::core::marker::Copy + 'v> = #adaptor;
            type InferAdaptor<'a> = #infer_adaptor;

            const NAME: &'static str = #name;

            const SIGNATURE: ::mlir_lite::ir::signature::OpSignature = {
                use ::mlir_lite::ir::op_def::Arity;
                #[allow(unused_imports)]
                use ::mlir_lite::ir::signature::Argument;
                #signature
            };

            fn def() -> &'static ::mlir_lite::ir::op_def::OpDef {
                use ::mlir_lite::ir::op_def::{
                    Arity, Assembly, AttrConstraintDef, AttrDef, NameCache, OpDef, RegionDef, SuccessorDef,
                    TraitDef, TypeConstraintDef, UpstreamDef, ValueGroupDef,
                };
                #[allow(unused_imports)]
                use ::mlir_lite::ir::op_def::{Aspect, Member, TypeRelation};
                #[allow(unused_imports)]
                use ::mlir_lite::ir::format::{Anchor, FormatArgument, FormatElement, Values};
                static DEF: OpDef = OpDef {
                    name: #name,
                    type_name: #type_name,
                    upstream: #upstream,
                    summary: #summary,
                    description: #description,
                    operands: &[#(#operands),*],
                    results: &[#(#results),*],
                    attrs: &[#(#attrs),*],
                    regions: &[#(#regions),*],
                    successors: &[#(#successors),*],
                    traits: &[#(#traits),*],
                    relations: &[#(#relations),*],
                    interfaces: &[#(#interface_names),*],
                    properties: #properties,
                    assembly: #form,
                    infer_types: #infer_types,
                    compatible_types: #compatible_types,
                    verify: #verify,
                    fold: #fold,
                    cache: NameCache::new(),
                };
                &DEF
            }

            fn from_id(id: ::mlir_lite::ir::OpId) -> Self {
                Self(id)
            }

            fn id(self) -> ::mlir_lite::ir::OpId {
                self.0
            }

            #[inline]
            fn view_of(op: ::mlir_lite::ir::OpRef<'_>) -> #view<'_> {
                #view(op)
            }

            fn register_interfaces(#interfaces_parameter: &mut ::mlir_lite::ir::dialect::InterfaceMap) {
                #(#interfaces)*
            }
        }
        #checks
    }
}

/// Arguments and results as a constant.
fn signature(op: &Declaration) -> TokenStream {
    let arguments = op.order.iter().filter_map(|&slot| match slot {
        Slot::Operand(group) => {
            let arity = arity(op.operands[group].arity);
            Some(quote!(Argument::Operand { group: #group, arity: #arity }))
        }
        Slot::Attr(slot) => {
            let field = &op.op_attrs[slot];
            let optional = field.arity == Arity::Optional;
            Some(quote!(Argument::Attr { slot: #slot, optional: #optional }))
        }
        Slot::Region(_) | Slot::Successor(_) => None,
    });
    let results = op.results.iter().map(|field| arity(field.arity));
    let infers_types = crate::wrapper::infers_types(op);
    let regions = op.regions.iter().map(|field| arity(field.arity));
    let has_successors = !op.successors.is_empty();
    let is_isolated = op.has_trait("IsolatedFromAbove");
    quote! {
        ::mlir_lite::ir::signature::OpSignature {
            arguments: &[#(#arguments),*],
            results: &[#(#results),*],
            infers_types: #infers_types,
            regions: &[#(#regions),*],
            has_successors: #has_successors,
            is_isolated: #is_isolated,
        }
    }
}

fn arity(arity: Arity) -> TokenStream {
    match arity {
        Arity::One => quote!(Arity::One),
        Arity::Optional => quote!(Arity::Optional),
        Arity::Variadic => quote!(Arity::Variadic),
    }
}

fn value_group(field: &Field) -> TokenStream {
    let Field { name, constraint, .. } = field;
    let arity = arity(field.arity);
    quote! {
        ValueGroupDef { name: #name, constraint: TypeConstraintDef::of::<#constraint>(), arity: #arity }
    }
}

fn attr_def(field: &Field) -> TokenStream {
    let Field { attr_name, constraint, .. } = field;
    let optional = field.arity == Arity::Optional || field.default.is_some();
    let default = match field.default_attribute(&quote!(ctx)) {
        Some(default) => quote!(Some(|ctx: &::mlir_lite::context::Context| #default)),
        None => quote!(None),
    };
    quote! {
        AttrDef {
            name: #attr_name,
            constraint: AttrConstraintDef::of::<#constraint>(),
            optional: #optional,
            default: #default,
        }
    }
}

/// The attributes that hold the sizes of operand or result groups.
fn segment_attrs(op: &Declaration) -> impl Iterator<Item = TokenStream> + '_ {
    segment_names(op).into_iter().map(|name| {
        quote! {
            AttrDef {
                name: #name,
                constraint: AttrConstraintDef::of::<::mlir_lite::ir::constraints::DenseI32ArrayAttr>(),
                optional: false,
                default: None,
            }
        }
    })
}

fn assembly(op: &Declaration, form: &Assembly) -> TokenStream {
    let (ident, view) = (&op.ident, crate::view::ident(op));
    match form {
        Assembly::Generic => quote!(Assembly::Generic),
        Assembly::Custom => {
            let implementor = op
                .behavior("CustomAssembly")
                .map_or_else(|| quote!(#ident), |entry| entry.implementor(ident));
            quote! {
                Assembly::Custom {
                    parse: <#implementor as ::mlir_lite::ir::hooks::CustomAssembly>::parse,
                    print: |op, printer| {
                        <#implementor as ::mlir_lite::ir::hooks::CustomAssembly>::print(
                            #view(op),
                            printer,
                        )
                    },
                }
            }
        }
        Assembly::Format(elements) => {
            let mut elided = Vec::new();
            format::written_attrs(elements, &op.op_attrs, &mut elided);
            // Where groups are written together, only the dictionary has their sizes.
            elided.extend(
                segment_names(op)
                    .into_iter()
                    .filter(|name| !format::writes_all(elements, name))
                    .map(String::from),
            );
            let properties = elements.iter().any(|element| matches!(element, Element::PropDict));
            let elements =
                elements.iter().map(|element| format_element(element, &elided, properties));
            quote!(Assembly::Format(&[#(#elements),*]))
        }
    }
}

fn format_anchor(anchor: &Anchor) -> TokenStream {
    match anchor {
        Anchor::Values(values) => {
            let values = format_values(*values);
            quote!(Anchor::Values(#values))
        }
        Anchor::Attr(index) => quote!(Anchor::Attr(#index)),
        Anchor::Region(index) => quote!(Anchor::Region(#index)),
        Anchor::Successor(index) => quote!(Anchor::Successor(#index)),
        Anchor::Any(anchors) => {
            let anchors = anchors.iter().map(format_anchor);
            quote!(Anchor::Any(&[#(#anchors),*]))
        }
        Anchor::Not(anchor) => {
            let anchor = format_anchor(anchor);
            quote!(Anchor::Not(&#anchor))
        }
    }
}

fn format_values(values: Values) -> TokenStream {
    match values {
        Values::Operand(index) => quote!(Values::Operand(#index)),
        Values::Result(index) => quote!(Values::Result(#index)),
        Values::Operands => quote!(Values::Operands),
        Values::Results => quote!(Values::Results),
    }
}

fn format_element(element: &Element, elided: &[String], properties: bool) -> TokenStream {
    match element {
        Element::Literal(text) => quote!(FormatElement::Literal(#text)),
        Element::Space => quote!(FormatElement::Space),
        Element::NoSpace => quote!(FormatElement::NoSpace),
        Element::NewLine => quote!(FormatElement::NewLine),
        Element::Operand(index) => quote!(FormatElement::Operand(#index)),
        Element::Operands => quote!(FormatElement::Operands),
        Element::Attr(index) => quote!(FormatElement::Attr(#index)),
        Element::QualifiedAttr(index) => quote!(FormatElement::QualifiedAttr(#index)),
        Element::Region(index) => quote!(FormatElement::Region(#index)),
        Element::Regions => quote!(FormatElement::Regions),
        Element::Successor(index) => quote!(FormatElement::Successor(#index)),
        Element::Successors => quote!(FormatElement::Successors),
        Element::AttrDict { keyword } => {
            quote! {
                FormatElement::AttrDict {
                    keyword: #keyword, elided: &[#(#elided),*], discardable: #properties,
                }
            }
        }
        Element::PropDict => quote!(FormatElement::PropDict { elided: &[#(#elided),*] }),
        Element::Types(values) => {
            let values = format_values(*values);
            quote!(FormatElement::Types(#values))
        }
        Element::FunctionalType(inputs, results) => {
            let (inputs, results) = (format_values(*inputs), format_values(*results));
            quote!(FormatElement::FunctionalType(#inputs, #results))
        }
        Element::Custom { path, arguments } => {
            let arguments = arguments.iter().map(|(argument, _)| match *argument {
                Argument::Operand(index) => quote!(FormatArgument::Operand(#index)),
                Argument::Attr(index) => quote!(FormatArgument::Attr(#index)),
                Argument::Region(index) => quote!(FormatArgument::Region(#index)),
                Argument::Successor(index) => quote!(FormatArgument::Successor(#index)),
                Argument::Types(values) => {
                    let values = format_values(values);
                    quote!(FormatArgument::Types(#values))
                }
            });
            let name =
                path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
            quote! {
                FormatElement::Custom {
                    name: #name,
                    parse: <#path as ::mlir_lite::ir::format::CustomDirective>::parse,
                    print: <#path as ::mlir_lite::ir::format::CustomDirective>::print,
                    arguments: &[#(#arguments),*],
                    writes: <#path as ::mlir_lite::ir::format::CustomDirective>::WRITES,
                }
            }
        }
        Element::Clauses(clauses) => {
            let clauses = clauses.iter().map(|clause| format_element(clause, elided, properties));
            quote!(FormatElement::Clauses(&[#(#clauses),*]))
        }
        Element::Optional { anchor, then, otherwise } => {
            let anchor = format_anchor(anchor);
            let then = then.iter().map(|element| format_element(element, elided, properties));
            let otherwise =
                otherwise.iter().map(|element| format_element(element, elided, properties));
            quote! {
                FormatElement::Optional {
                    anchor: #anchor,
                    then: &[#(#then),*],
                    otherwise: &[#(#otherwise),*],
                }
            }
        }
    }
}

/// Compile-time checks that need the constraints themselves, not their names.
fn checks(op: &Declaration) -> TokenStream {
    let mut checks = TokenStream::new();
    let mut ambiguities = TokenStream::new();
    let mut single = |field: &Field, message: String| {
        let constraint = &field.constraint;
        checks.extend(quote_spanned! {field.ident.span()=>
            const _: () = assert!(::mlir_lite::ir::constraints::has_only_type::<#constraint>(), #message);
        });
    };
    let forms =
        [Some(&op.assembly), op.upstream.as_ref().and_then(|upstream| upstream.assembly.as_ref())];
    for form in forms.into_iter().flatten() {
        if let Assembly::Format(elements) = form {
            for (field, kind) in format::unwritten_types(op, elements) {
                let message = format!(
                    "the format of '{0}' does not give the type of {kind} `{1}`: write \
                        `type(${1})`",
                    op.name.value(),
                    field.name
                );
                single(field, message);
            }
            for (condition, message) in crate::ambiguity::checks(op, elements) {
                ambiguities.extend(quote_spanned! {op.name.span()=>
                    const _: () = assert!(#condition, #message);
                });
            }
        }
    }
    if !op.has_trait("SameOperandsAndResultType") {
        for field in op.results.iter().filter(|field| field.has_only_type()) {
            single(
                field,
                format!("`{}` is taken for a constraint with one type", field.constraint_name()),
            );
        }
    }
    // Mentions the markers of all fields, so that their imports count as used.
    let fields = [&op.operands, &op.results, &op.op_attrs, &op.regions, &op.successors];
    for field in fields.into_iter().flatten() {
        let ty = &field.ty;
        checks.extend(quote! {
            const _: ::core::marker::PhantomData<#ty> = ::core::marker::PhantomData;
        });
    }
    checks.extend(ambiguities);
    checks
}
