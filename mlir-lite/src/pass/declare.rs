//! Declaring a pass or the options of a pipeline in one place.

/// Declares a struct of options, each with its key, its default and one line of
/// documentation.
///
/// ```
/// use mlir_lite::pass::{OptionText, PassOptions};
///
/// mlir_lite::declare_options! {
///     /// How much is done.
///     pub struct MyPipelineOptions {
///         /// How often
///         rounds: usize = 3 => "rounds",
///         /// What is left alone
///         except: Vec<String> = Vec::new() => "except",
///     }
/// }
///
/// let mut options = MyPipelineOptions::default();
/// options.set(&OptionText::new("except", "main,test")).unwrap();
/// assert_eq!((options.rounds, options.except.len()), (3, 2));
/// ```
#[macro_export]
macro_rules! declare_options {
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident {
            $( $(#[doc = $doc:literal])* $field:ident: $ty:ty = $default:expr => $key:literal ),* $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug)]
        $vis struct $name {
            $( $(#[doc = $doc])* pub $field: $ty, )*
        }

        impl ::std::default::Default for $name {
            fn default() -> Self {
                Self { $( $field: $default ),* }
            }
        }

        impl $crate::pass::PassOptions for $name {
            fn definitions() -> ::std::vec::Vec<$crate::pass::OptionDef> {
                #[allow(unused_variables)]
                let default = Self::default();
                ::std::vec![$( $crate::pass::OptionDef {
                    key: $key,
                    kind: <$ty as $crate::pass::OptionValue>::kind(),
                    default: $crate::pass::OptionValue::print(&default.$field),
                    description: ::std::concat!($($doc),*).trim_ascii(),
                } ),*]
            }

            #[allow(unused_variables)]
            fn set(
                &mut self,
                option: &$crate::pass::OptionText,
            ) -> ::std::result::Result<(), $crate::pass::OptionError> {
                match option.key.as_str() {
                    $( $key => $crate::pass::set_option(&mut self.$field, option), )*
                    _ => ::std::result::Result::Err($crate::pass::OptionError::UnknownKey),
                }
            }

            fn texts(&self) -> ::std::vec::Vec<$crate::pass::OptionText> {
                #[allow(unused_variables)]
                let default = Self::default();
                let texts: ::std::vec::Vec<::std::option::Option<$crate::pass::OptionText>> =
                    ::std::vec![$( $crate::pass::option_text($key, &self.$field, &default.$field) ),*];
                texts.into_iter().flatten().collect()
            }
        }
    };
}

/// Declares a pass: its documentation, its name on command lines, the op that it
/// runs on (any isolated op, if none is named), the dialects whose entities it
/// creates, its options and its statistics. What is left to write is
/// `run_on_op`.
///
/// Yields the struct with the options as fields, its `Default` (the options'
/// defaults), its [`Pass`](crate::pass::Pass) with all but the work, a constant
/// for each statistic, and `info()`, which registers and documents it.
///
/// ```
/// use mlir_lite::ir::Body;
/// use mlir_lite::pass::{PassContext, PassRegistry};
/// use mlir_lite_diagnostics::Reported;
///
/// mlir_lite::declare_pass! {
///     /// My Pass Summary
///     ///
///     /// Here we can now give a much larger description of `MyPass`, including all of
///     /// its various constraints and behavior.
///     pub struct MyPass = "my-pass" on "builtin.module" {
///         options {
///             /// An example option
///             option: bool = true => "example-option",
///             /// An example list option
///             list_option: Vec<i64> = Vec::new() => "example-list",
///         }
///         statistics {
///             /// An example statistic
///             STATISTIC = "example-statistic",
///         }
///     }
/// }
///
/// impl MyPass {
///     fn run_on_op(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
///         if self.option {
///             cx.count(Self::STATISTIC, body.walk_pre_order().len() as u64);
///         }
///         Ok(())
///     }
/// }
///
/// let mut registry = PassRegistry::new();
/// registry.register(MyPass::info());
/// assert!(registry.pass("my-pass").is_some());
/// ```
#[macro_export]
macro_rules! declare_pass {
    (
        $(#[doc = $doc:literal])*
        $vis:vis struct $name:ident = $argument:literal $(on $anchor:literal)? $(each $each:ident)? {
            $(dialects { $($dialect:ty),* $(,)? })?
            $(options {
                $( $(#[doc = $option_doc:literal])* $field:ident: $ty:ty = $default:expr => $key:literal ),* $(,)?
            })?
            $(statistics {
                $( $(#[doc = $statistic_doc:literal])* $statistic:ident = $statistic_name:literal ),* $(,)?
            })?
        }
    ) => {
        $crate::declare_options! {
            $(#[doc = $doc])*
            $vis struct $name {
                $($( $(#[doc = $option_doc])* $field: $ty = $default => $key ),*)?
            }
        }

        impl $name {
            $($(
                $(#[doc = $statistic_doc])*
                $vis const $statistic: $crate::pass::Statistic = $crate::pass::Statistic {
                    name: $statistic_name,
                    description: ::std::concat!($($statistic_doc),*).trim_ascii(),
                };
            )*)?

            /// What a registry and the documentation say of the pass.
            $vis fn info() -> $crate::pass::PassInfo {
                $crate::pass::PassInfo::declared::<Self>(::std::concat!($($doc, "\n"),*))
            }
        }

        impl $crate::pass::Pass for $name {
            fn name(&self) -> &'static str {
                ::std::stringify!($name)
            }
            fn argument(&self) -> &'static str {
                $argument
            }
            $(
                fn anchor(&self) -> ::std::option::Option<&'static str> {
                    ::std::option::Option::Some($anchor)
                }
            )?
            $(
                fn scope(&self) -> $crate::pass::PassScope {
                    $crate::declare_pass!(@scope $each)
                }
            )?
            $(
                fn load_dependent_dialects(&self, ctx: &$crate::Context) {
                    $( ctx.load::<$dialect>(); )*
                }
            )?
            fn statistics(&self) -> &'static [$crate::pass::Statistic] {
                &[$($( Self::$statistic ),*)?]
            }
            fn options(&self) -> ::std::vec::Vec<$crate::pass::OptionText> {
                $crate::pass::PassOptions::texts(self)
            }
            fn run(
                &self,
                body: &mut $crate::ir::Body,
                cx: &mut $crate::pass::PassContext<'_>,
            ) -> ::std::result::Result<(), $crate::pass::Reported> {
                self.run_on_op(body, cx)
            }
        }
    };
    (@scope body) => { $crate::pass::PassScope::EachBody };
}
