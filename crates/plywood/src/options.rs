//! Options of algorithms, declared once.
//!
//! The macro [`options!`](crate::options!) declares a struct whose fields are options: from one
//! declaration come the struct, its default value, the reading of texts such as `order=static`, and the
//! list that help texts and documentation are made of.

mod format;
#[cfg(test)]
mod tests;
mod value;

pub use format::{Bytes, Count, Format, Or, Time, Word, or};
pub use value::{Numbers, OptionValue};

use std::fmt;

/// An option with its value, as people are told of it.
///
/// Forms, and functions in other languages, can be made from it: an option is a flag if its words are `true` and
/// `false`, a choice if it has other words and nothing else, a number if it has [`numbers`](OptionInfo::numbers), and
/// else a text. A number may have words as well, such as `auto`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct OptionInfo {
    /// Its name, as in `name=value`.
    pub name: String,
    /// The values it accepts that are words.
    pub words: Vec<&'static str>,
    /// The numbers it accepts.
    pub numbers: Option<Numbers>,
    /// The values it accepts beside the words, described: `a whole number from 1`.
    pub others: Option<String>,
    /// The value it has, as a text. In a list of default options, this is the default.
    pub value: String,
    /// The same value by its type: `20000` where the text is `20k`.
    pub typed: OptionValue,
    /// What it does.
    pub summary: String,
}

impl OptionInfo {
    /// All values that it accepts, described: `listed or static`, `never or a whole number from 2`.
    pub fn values(&self) -> String {
        format::one_of(&self.words, self.others.as_deref())
    }
}

/// Why an option could not be set.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OptionError {
    /// There is no option of this name.
    Unknown {
        /// The name.
        name: String,
    },
    /// The option does not accept this value.
    Value {
        /// The name of the option.
        name: String,
        /// The value.
        value: String,
        /// What the option accepts, in words.
        expected: String,
        /// Those of the accepted values that are words.
        words: Vec<&'static str>,
    },
    /// The option accepts the value, but not together with the values of other options.
    Conflict {
        /// Which options contradict each other, and what was expected.
        message: String,
    },
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::Unknown { name } => write!(f, "no option '{name}'"),
            OptionError::Value { name, value, expected, .. } => {
                write!(f, "option {name}='{value}': expected {expected}")
            }
            OptionError::Conflict { message } => f.write_str(message),
        }
    }
}

impl std::error::Error for OptionError {}

/// A set of options that can be listed, and set by texts. Declared by [`options!`](crate::options!).
///
/// ```
/// use plywood::{kit::Options, search::{AlphaBetaOptions, NodeOrder}};
///
/// let mut options = AlphaBetaOptions::default();
/// assert_eq!(options.get("order").as_deref(), Some("listed"));
/// options.set("order", "static")?;
/// assert_eq!(options.order, NodeOrder::Static);
/// let error = options.set("order", "random").unwrap_err();
/// assert_eq!(error.to_string(), "option order='random': expected listed or static");
/// # Ok::<(), plywood::kit::OptionError>(())
/// ```
pub trait Options {
    /// The options with their values, in the order of their declaration.
    fn list(&self) -> Vec<OptionInfo>;

    /// Sets an option. The options are as they were if the answer is an error.
    fn set(&mut self, name: &str, text: &str) -> Result<(), OptionError>;

    /// The value of an option as [`set`](Options::set) reads it; none if there is no such option.
    fn get(&self, name: &str) -> Option<String> {
        self.list().into_iter().find(|option| option.name == name).map(|option| option.value)
    }
}

/// Declares a struct whose fields are options: the struct, its `Default`, and [`Options`](crate::kit::Options).
///
/// A field is declared by its documentation, its name and type, the values it accepts in brackets, and its
/// default:
///
/// - The first paragraph of the documentation is the summary of the option in help texts, without the
///   capital at its beginning and the period at its end.
/// - The name of the option is that of the field, with hyphens, or the text after `as`.
/// - In brackets stands a [`Format`](crate::kit::Format): how values are read and written. For numbers it
///   may be a range. It is left out for `bool`, and for types with [words](crate::option_words!).
/// - `[nested]` means that the type has options of its own, which are listed in this place, and
///   `[hidden]` that the field is no option.
///
/// ```
/// use plywood::kit::{Options, or};
///
/// plywood::option_words! {
///     /// The order in which moves are tried.
///     #[derive(Clone, Copy, Debug, PartialEq, Eq)]
///     pub enum Order {
///         /// As the game lists them.
///         Listed = "listed",
///         /// In random order.
///         Random = "random",
///     }
/// }
///
/// plywood::options! {
///     /// Options of my search.
///     #[derive(Clone, Debug, PartialEq)]
///     pub struct MyOptions {
///         /// The order in which moves are tried.
///         pub order: Order = Order::Listed,
///         /// Visits of a node before it is expanded.
///         ///
///         /// More of them save memory.
///         pub visits_before_expansion: u32 as "visits" [1..=1000] = 2,
///         /// The weight of moves with few visits.
///         pub exploration: f32 [0.0..] = 0.7,
///         /// The greatest depth; none: no limit.
///         pub depth: Option<u32> [or("none", 1..)] = None,
///         /// Report all equally good root moves.
///         pub all_best: bool = false,
///     }
/// }
///
/// let mut options = MyOptions::default();
/// options.set("order", "random")?;
/// options.set("all-best", "true")?;
/// assert_eq!(options, MyOptions { order: Order::Random, all_best: true, ..Default::default() });
/// let error = options.set("visits", "0").unwrap_err();
/// assert_eq!(error.to_string(), "option visits='0': expected a whole number from 1 to 1000");
///
/// let visits = &MyOptions::default().list()[1];
/// assert_eq!((visits.name.as_str(), visits.value.as_str()), ("visits", "2"));
/// assert_eq!(visits.summary, "visits of a node before it is expanded");
/// # Ok::<(), plywood::kit::OptionError>(())
/// ```
#[macro_export]
macro_rules! options {
    (
        $(#[$meta:meta])*
        $visible:vis struct $name:ident {$(
            $(#[doc = $doc:literal])+
            $field_visible:vis $field:ident: $type:ty
                $(as $text:literal)? $([$($format:tt)+])? = $default:expr
        ),* $(,)?}
    ) => {
        $(#[$meta])*
        $visible struct $name {$(
            $(#[doc = $doc])+
            $field_visible $field: $type,
        )*}

        impl ::std::default::Default for $name {
            fn default() -> Self {
                $name { $($field: $default),* }
            }
        }

        impl $crate::kit::Options for $name {
            #[allow(unused_mut, clippy::vec_init_then_push)]
            fn list(&self) -> ::std::vec::Vec<$crate::kit::OptionInfo> {
                let mut list = ::std::vec::Vec::new();
                $($crate::options! {
                    @list list, self.$field,
                    [$($text)? stringify!($field)], concat!($($doc, "\n"),+), $($($format)+)?
                })*
                list
            }

            #[allow(unused_variables)]
            fn set(
                &mut self,
                name: &str,
                text: &str,
            ) -> ::std::result::Result<(), $crate::kit::OptionError> {
                $($crate::options! {
                    @set name, text, self.$field,
                    [$($text)? stringify!($field)], $($($format)+)?
                })*
                Err($crate::kit::OptionError::Unknown { name: name.to_string() })
            }
        }
    };

    // What a field contributes to a list, by what stands in its brackets.
    (@list $list:ident, $value:expr, $name:tt, $doc:expr, hidden) => {};
    (@list $list:ident, $value:expr, $name:tt, $doc:expr, nested) => {
        $list.extend($crate::kit::Options::list(&$value));
    };
    (@list $list:ident, $value:expr, $name:tt, $doc:expr, $format:expr) => {
        $list.push($crate::kit::declared::info($crate::options!(@name $name), $doc, &$format, &$value));
    };
    (@list $list:ident, $value:expr, $name:tt, $doc:expr,) => {
        $crate::options!(@list $list, $value, $name, $doc, $crate::kit::Word);
    };

    // How a field is set.
    (@set $wanted:ident, $text:ident, $value:expr, $name:tt, hidden) => {};
    (@set $wanted:ident, $text:ident, $value:expr, $name:tt, nested) => {
        match $crate::kit::Options::set(&mut $value, $wanted, $text) {
            Err($crate::kit::OptionError::Unknown { .. }) => {}
            done => return done,
        }
    };
    (@set $wanted:ident, $text:ident, $value:expr, $name:tt, $format:expr) => {
        if $crate::kit::declared::is_named($crate::options!(@name $name), $wanted) {
            $value = $crate::kit::declared::read($wanted, &$format, $text)?;
            return Ok(());
        }
    };
    (@set $wanted:ident, $text:ident, $value:expr, $name:tt,) => {
        $crate::options!(@set $wanted, $text, $value, $name, $crate::kit::Word);
    };

    // The name after `as`, or else that of the field.
    (@name [$text:literal $field:expr]) => { $text };
    (@name [$field:expr]) => { $field };
}

/// Declares an enum with a word for each variant, so that it can be the type of an option of
/// [`options!`](crate::options!). The last variant may hold a value of another kind, with its
/// [`Format`](crate::kit::Format).
///
/// ```
/// use plywood::kit::{Format, Word};
///
/// plywood::option_words! {
///     /// When children are put in order.
///     #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
///     pub enum OrderFrom {
///         /// At every depth.
///         #[default]
///         Always = "always",
///         /// At no depth.
///         Never = "never";
///         /// From this depth on.
///         Depth(u32) = 2..
///     }
/// }
///
/// assert_eq!(Word.read("3"), Some(OrderFrom::Depth(3)));
/// assert_eq!(Word.write(&OrderFrom::default()), "always");
/// let values = Format::<OrderFrom>::values(&Word);
/// assert_eq!(values, "always, never or a whole number from 2");
/// ```
#[macro_export]
macro_rules! option_words {
    (
        $(#[$meta:meta])*
        $visible:vis enum $name:ident {
            $($(#[$variant_meta:meta])* $variant:ident = $word:literal),+ $(,)?
            $(; $(#[$other_meta:meta])* $other:ident($type:ty) = $format:expr $(,)?)?
        }
    ) => {
        $(#[$meta])*
        $visible enum $name {
            $($(#[$variant_meta])* $variant,)+
            $($(#[$other_meta])* $other($type),)?
        }

        impl $crate::kit::Format<$name> for $crate::kit::Word {
            fn words(&self) -> ::std::vec::Vec<&'static str> {
                vec![$($word),+]
            }

            fn others(&self) -> ::std::option::Option<::std::string::String> {
                None$(.or($crate::kit::Format::<$type>::others(&$format)))?
            }

            fn greatest(&self) -> ::std::option::Option<::std::string::String> {
                None$(.or($crate::kit::Format::<$type>::greatest(&$format)))?
            }

            fn numbers(&self) -> ::std::option::Option<$crate::kit::Numbers> {
                None$(.or($crate::kit::Format::<$type>::numbers(&$format)))?
            }

            fn value(&self, value: &$name) -> $crate::kit::OptionValue {
                match value {
                    $($name::$variant => $crate::kit::OptionValue::word($word),)+
                    $($name::$other(value) => $crate::kit::Format::<$type>::value(&$format, value),)?
                }
            }

            fn read(&self, text: &str) -> ::std::option::Option<$name> {
                match text {
                    $($word => Some($name::$variant),)+
                    _ => None$(.or($crate::kit::Format::<$type>::read(&$format, text))
                        .map($name::$other))?,
                }
            }

            fn write(&self, value: &$name) -> ::std::string::String {
                match value {
                    $($name::$variant => $word.to_string(),)+
                    $($name::$other(value) => $crate::kit::Format::<$type>::write(&$format, value),)?
                }
            }
        }
    };
}

/// What the code that [`options!`](crate::options!) writes calls.
#[doc(hidden)]
pub mod declared {
    use super::{Format, OptionError, OptionInfo};

    /// The option as it is listed.
    pub fn info<T>(name: &str, doc: &str, format: &impl Format<T>, value: &T) -> OptionInfo {
        OptionInfo {
            name: name.replace('_', "-"),
            words: format.words(),
            numbers: format.numbers(),
            others: format.others(),
            value: format.write(value),
            typed: format.value(value),
            summary: summary(doc),
        }
    }

    /// Whether a field, or the text after `as`, is what people call `wanted`.
    pub fn is_named(name: &str, wanted: &str) -> bool {
        let hyphened = name.bytes().map(|byte| if byte == b'_' { b'-' } else { byte });
        hyphened.eq(wanted.bytes())
    }

    /// The value that a text stands for.
    pub fn read<T>(name: &str, format: &impl Format<T>, text: &str) -> Result<T, OptionError> {
        format.read(text).ok_or_else(|| OptionError::Value {
            name: name.to_string(),
            value: text.to_string(),
            expected: match format.greatest() {
                Some(greatest) => format!("{} to {greatest}", format.values()),
                None => format.values(),
            },
            words: format.words(),
        })
    }

    /// The first paragraph of a documentation, on one line, without capital and period.
    fn summary(doc: &str) -> String {
        let lines = doc.lines().map(str::trim).take_while(|line| !line.is_empty());
        let text = lines.collect::<Vec<_>>().join(" ");
        let text = text.strip_suffix('.').unwrap_or(&text);
        let mut letters = text.chars();
        match (letters.next(), letters.clone().next()) {
            // Names such as MTD(f) keep their capitals.
            (Some(first), Some(second)) if !second.is_uppercase() => {
                first.to_lowercase().chain(letters).collect()
            }
            _ => text.to_string(),
        }
    }
}
