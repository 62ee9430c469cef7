//! Generates what makes a trait an interface of ops.

use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::parse::{Parse, ParseStream};
use syn::{
    Attribute, Error, FnArg, GenericArgument, GenericParam, Ident, ItemTrait, Lifetime, Pat, Path,
    PathArguments, Result, Signature, Token, TraitItem, TraitItemFn, Type, parse_quote,
};

/// The options of an interface.
pub(crate) struct Options {
    verify: Option<Path>,
}

impl Parse for Options {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        if input.is_empty() {
            return Ok(Self { verify: None });
        }
        let key: Ident = input.parse()?;
        if key != "verify" {
            return Err(Error::new(
                key.span(),
                format!("unknown option `{key}`; expected `verify = function`"),
            ));
        }
        input.parse::<Token![=]>()?;
        Ok(Self { verify: Some(input.parse()?) })
    }
}

/// A function of the interface that can be called without knowing the op.
struct Function<'a> {
    item: &'a TraitItemFn,
    /// The lifetime of the view that is the first argument; `None` if the function takes no view.
    view: Option<Lifetime>,
    /// The lifetimes that the function declares.
    lifetimes: Vec<&'a Lifetime>,
    /// The types of the arguments after the view.
    types: Vec<&'a Type>,
    /// The names of these arguments.
    names: Vec<Ident>,
}

/// The lifetime of `View<'_, Self>`.
fn view_lifetime(argument: &FnArg) -> Option<Lifetime> {
    let FnArg::Typed(argument) = argument else { return None };
    let Type::Path(ty) = &*argument.ty else { return None };
    let last = ty.path.segments.last().filter(|last| last.ident == "View")?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    let is_self = |argument: &GenericArgument| matches!(argument, GenericArgument::Type(Type::Path(ty)) if ty.path.is_ident("Self"));
    let mut arguments = arguments.args.iter();
    match (arguments.next(), arguments.next()) {
        (Some(GenericArgument::Lifetime(lifetime)), Some(op)) if is_self(op) => {
            Some(lifetime.clone())
        }
        _ => None,
    }
}

fn mentions_self(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == "Self",
        TokenTree::Group(group) => mentions_self(group.stream()),
        _ => false,
    })
}

/// The reason why a function with type parameters is refused.
const NOT_GENERIC: &str = "a function of an interface is called without knowing the op, through a \
    table, so it has no parameters but lifetimes";

/// The help for a function with type parameters: what it can have instead.
fn way_out(signature: &Signature) -> String {
    format!(
        "; take a trait object, such as `&mut dyn Trait`, in place of the generic type, or make \
            `{}` a function outside of the interface",
        signature.ident
    )
}

/// Whether the type has `impl Trait` in it.
fn mentions_impl(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == "impl",
        TokenTree::Group(group) => mentions_impl(group.stream()),
        _ => false,
    })
}

/// The tokens with one lifetime in place of another.
fn with_lifetime(tokens: TokenStream, from: &Ident, to: &Ident) -> TokenStream {
    let mut after_quote = false;
    let replaced = tokens.into_iter().map(|token| {
        let is_lifetime = std::mem::replace(
            &mut after_quote,
            matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '\''),
        );
        match token {
            TokenTree::Ident(ident) if is_lifetime && ident == *from => to.clone().into(),
            TokenTree::Group(group) => {
                let content = with_lifetime(group.stream(), from, to);
                Group::new(group.delimiter(), content).into()
            }
            token => token,
        }
    });
    replaced.collect()
}

impl<'a> Function<'a> {
    /// The function, unless it needs the op's type.
    fn of(item: &'a TraitItemFn) -> Result<Option<Self>> {
        let signature = &item.sig;
        let message = "the functions of an interface take the op as `op: View<'_, Self>`";
        if let Some(FnArg::Receiver(receiver)) = signature.inputs.first() {
            return Err(Error::new_spanned(receiver, message));
        }
        let view = signature.inputs.first().and_then(view_lifetime);
        let arguments = signature.inputs.iter().skip(usize::from(view.is_some()));
        let arguments = arguments.filter_map(|argument| match argument {
            FnArg::Typed(argument) => Some(argument),
            FnArg::Receiver(_) => None,
        });
        let arguments: Vec<_> = arguments.collect();
        let of_any_type =
            arguments.iter().find(|argument| mentions_impl(argument.ty.to_token_stream()));
        if let Some(argument) = of_any_type {
            let message = format!("{NOT_GENERIC}{}", way_out(signature));
            return Err(Error::new_spanned(&argument.ty, message));
        }
        if mentions_impl(signature.output.to_token_stream()) {
            let message =
                format!("{NOT_GENERIC}; return a type that has a name, such as `Vec<..>`");
            return Err(Error::new_spanned(&signature.output, message));
        }
        let mut rest: TokenStream = arguments.iter().map(|argument| &argument.ty).fold(
            signature.output.to_token_stream(),
            |mut rest, ty| {
                ty.to_tokens(&mut rest);
                rest
            },
        );
        signature.generics.to_tokens(&mut rest);
        if mentions_self(rest) {
            return Ok(None);
        }
        let mut lifetimes = Vec::new();
        for parameter in &signature.generics.params {
            match parameter {
                GenericParam::Lifetime(lifetime) => lifetimes.push(&lifetime.lifetime),
                _ => {
                    let message = format!("{NOT_GENERIC}{}", way_out(signature));
                    return Err(Error::new_spanned(parameter, message));
                }
            }
        }
        let names = arguments.iter().enumerate().map(|(index, argument)| match &*argument.pat {
            Pat::Ident(name) => {
                let name = name.ident.to_string();
                Ident::new(name.trim_start_matches('_'), Span::mixed_site())
            }
            _ => format_ident!("argument{index}"),
        });
        let names = names.collect();
        let types = arguments.iter().map(|argument| &*argument.ty).collect();
        Ok(Some(Self { item, view, lifetimes, types, names }))
    }

    /// The function as a field of the table.
    fn field(&self) -> TokenStream {
        let name = &self.item.sig.ident;
        let (lifetimes, types, output) = (&self.lifetimes, &self.types, &self.item.sig.output);
        let op = self.view.iter().map(|lifetime| quote!(::mlir_lite::ir::OpRef<#lifetime>,));
        quote!(#name: for<#(#lifetimes),*> fn(#(#op)* #(#types),*) #output)
    }

    /// The value of the field for the implementation `M`.
    fn value(&self, interface: &TokenStream) -> TokenStream {
        let (name, names) = (&self.item.sig.ident, &self.names);
        match self.view {
            Some(_) => quote! {
                #name: |op, #(#names),*| <M as #interface>::#name(
                    <M::Op as ::mlir_lite::ir::OpDefinition>::view_of(op), #(#names),*
                )
            },
            None => quote!(#name: |#(#names),*| <M as #interface>::#name(#(#names),*)),
        }
    }

    /// The method of the object, or of the table, that calls the function.
    fn method(&self, vis: &syn::Visibility) -> TokenStream {
        let TraitItemFn { attrs, sig, .. } = self.item;
        let docs = attrs.iter().filter(|attribute| attribute.path().is_ident("doc"));
        let (name, names, types, output) = (&sig.ident, &self.names, &self.types, &sig.output);
        let own = self.view.as_ref().map(|lifetime| &lifetime.ident);
        let lifetimes = self.lifetimes.iter().filter(|lifetime| Some(&lifetime.ident) != own);
        let (table, op) = match self.view {
            Some(_) => (quote!(self.table), quote!(self.op,)),
            None => (quote!(self), TokenStream::new()),
        };
        let method = quote! {
            #(#docs)*
            #vis fn #name<#(#lifetimes),*>(&self, #(#names: #types),*) #output {
                (#table.#name)(#op #(#names),*)
            }
        };
        match own.filter(|ident| *ident != "_") {
            Some(ident) => with_lifetime(method, ident, &Ident::new("op", ident.span())),
            None => method,
        }
    }
}

/// Says of each function that `Self` is an op or stands for one. So `dyn Trait` is a type, which
/// names the interface.
fn bound_by_ops(item: &mut ItemTrait) -> Result<()> {
    for function in &mut item.items {
        match function {
            TraitItem::Fn(function) => {
                let bounds: syn::WherePredicate =
                    parse_quote!(Self: ::core::marker::Sized + ::mlir_lite::ir::OpModel);
                function.sig.generics.make_where_clause().predicates.push(bounds);
            }
            other => {
                let message = "an interface has functions only";
                return Err(Error::new_spanned(other, message));
            }
        }
    }
    Ok(())
}

/// Says what to write if an op does not implement the interface that its declaration lists, unless
/// the trait says it itself.
fn explain_absence(item: &mut ItemTrait) {
    let is_said = |attribute: &Attribute| {
        attribute.path().segments.last().is_some_and(|last| last.ident == "on_unimplemented")
    };
    if item.attrs.iter().any(is_said) {
        return;
    }
    let name = &item.ident;
    let message = format!("`{{Self}}` does not implement the interface `{name}`");
    let label = format!(
        "write `impl {name} for {{Self}}`: an interface is implemented for the op, not for its \
            view, which the functions get as their argument"
    );
    item.attrs
        .push(parse_quote!(#[diagnostic::on_unimplemented(message = #message, label = #label)]));
}

/// The trait, its functions as a table, and an op with such a table.
pub(crate) fn expand(options: Options, mut item: ItemTrait) -> Result<TokenStream> {
    bound_by_ops(&mut item)?;
    explain_absence(&mut item);
    let mut functions = Vec::new();
    for function in &item.items {
        if let TraitItem::Fn(function) = function {
            functions.extend(Function::of(function)?);
        }
    }
    let (ident, vis) = (&item.ident, &item.vis);
    let (table, object) = (format_ident!("{ident}Table"), format_ident!("{ident}Object"));
    let (parameters, arguments, condition) = item.generics.split_for_impl();
    let interface = quote!(#ident #arguments);
    let parameter_list = &item.generics.params;
    let names: Vec<&Ident> =
        item.generics.type_params().map(|parameter| &parameter.ident).collect();
    let marker = (!names.is_empty())
        .then(|| quote!(_marker: ::core::marker::PhantomData<fn() -> (#(#names,)*)>,));
    let marker_value = (!names.is_empty()).then(|| quote!(_marker: ::core::marker::PhantomData,));
    let fields = functions.iter().map(Function::field);
    let values = functions.iter().map(|function| function.value(&interface));
    let (with_op, without): (Vec<_>, Vec<_>) =
        functions.iter().partition(|function| function.view.is_some());
    let methods = with_op.iter().map(|function| function.method(vis));
    let of_table = without.iter().map(|function| function.method(vis));
    let verify = options.verify.map(|path| {
        quote! {
            const VERIFY: ::core::option::Option<::mlir_lite::ir::op_def::VerifyFn> =
                ::core::option::Option::Some(#path);
        }
    });
    let docs = format!("An op that implements [`{ident}`].");
    Ok(quote! {
        #item

        #[doc(hidden)]
        #[allow(dead_code, missing_debug_implementations, clippy::type_complexity)]
        #vis struct #table #parameters #condition { #(#fields,)* #marker }

        #[allow(dead_code)]
        impl #parameters #table #arguments #condition { #(#of_table)* }

        #[doc = #docs]
        #[allow(dead_code, missing_debug_implementations)]
        #vis struct #object<'op, #parameter_list> #condition {
            op: ::mlir_lite::ir::OpRef<'op>,
            table: &'static #table #arguments,
        }

        impl<'op, #parameter_list> ::core::marker::Copy for #object<'op, #(#names),*> #condition {}

        impl<'op, #parameter_list> ::core::clone::Clone for #object<'op, #(#names),*> #condition {
            fn clone(&self) -> Self {
                *self
            }
        }

        #[allow(dead_code, clippy::wrong_self_convention)]
        impl<'op, #parameter_list> #object<'op, #(#names),*> #condition { #(#methods)* }

        impl #parameters ::mlir_lite::ir::op_interface::OpInterface for dyn #interface #condition {
            type Table = #table #arguments;
            type Object<'op> = #object<'op, #(#names),*>;
            #verify

            fn object<'op>(
                op: ::mlir_lite::ir::OpRef<'op>,
                table: &'static Self::Table,
            ) -> Self::Object<'op> {
                #object { op, table }
            }
        }

        impl<M: ::mlir_lite::ir::OpModel + #interface, #parameter_list>
            ::mlir_lite::ir::op_interface::ImplementedBy<M> for dyn #interface
        #condition
        {
            const TABLE: &'static Self::Table = &#table { #(#values,)* #marker_value };
        }
    })
}
