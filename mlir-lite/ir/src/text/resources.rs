//! Parses and prints the resource sections `{-# .. #-}` of a file.

use crate::data::Context;
use crate::data::asm::Parsed;
use crate::data::attributes::{Attribute, AttributeKind};
use crate::ir::resources::{Resource, ResourceGroup, Resources};
use crate::text::PrintOptions;
use crate::text::asm_printer::Printer;
use crate::text::lexer::TokenKind;
use crate::text::parser::Parser;
use crate::text::parser::attr::hex_bytes;
use rustc_hash::FxHashMap;

impl Parser<'_> {
    /// Parses a section. Ops or the end of the file follow it.
    pub(super) fn resources(&mut self) -> Parsed<()> {
        let open = self.advance();
        let mut resources = Resources::default();
        let unfinished = "',' or '#-}'";
        while !self.eat_punct("#-}") {
            let token = self.token();
            let is_dialect = match self.token_text() {
                "dialect_resources" => true,
                "external_resources" => false,
                _ if self.is_kind(TokenKind::Eof) => {
                    return Err(
                        self.error(open, "this resource section has no end: expected '#-}'")
                    );
                }
                text => {
                    let message = format!(
                        "unknown key '{text}' in resource section: expected 'dialect_resources' or \
                         'external_resources'"
                    );
                    return Err(self.error(token, message));
                }
            };
            self.advance();
            self.expect_punct(":")?;
            self.expect_punct("{")?;
            self.list_until("}", |p| p.resource_group(is_dialect, &mut resources))?;
            if !self.eat_punct(",") && !self.is_punct("#-}") {
                return Err(self.expected(unfinished));
            }
        }
        if let Some(frame) = self.names.frames.first_mut()
            && !resources.is_empty()
        {
            frame.body.resources_mut().append(resources);
        }
        Ok(())
    }

    /// `owner: {key: value, ..}`
    fn resource_group(&mut self, is_dialect: bool, resources: &mut Resources) -> Parsed<()> {
        let token = self.token();
        let name = self.resource_key()?;
        if is_dialect && name != "builtin" {
            let message = format!("dialect '{name}' has no resources: only 'builtin' has");
            return Err(self.error(token, message));
        }
        let groups = if is_dialect { &mut resources.dialects } else { &mut resources.external };
        let group = Resources::group(groups, &name);
        self.expect_punct(":")?;
        self.expect_punct("{")?;
        self.list_until("}", |p| {
            let key = p.resource_key()?;
            p.expect_punct(":")?;
            let value = p.resource(&key, is_dialect)?;
            group.entries.push((key.into(), value));
            Ok(())
        })
    }

    fn resource_key(&mut self) -> Parsed<String> {
        let token = self.token();
        match token.kind {
            TokenKind::BareId => Ok(self.advance_text().to_string()),
            TokenKind::String => {
                self.advance();
                let bytes = self.string_bytes(token, self.text_of(token))?;
                String::from_utf8(bytes)
                    .map_err(|_| self.error(token, "keys of resources are UTF-8"))
            }
            _ => Err(self.expected("key of a resource")),
        }
    }

    fn resource(&mut self, key: &str, must_be_blob: bool) -> Parsed<Resource> {
        let token = self.token();
        let is_bool = self.is_keyword("true") || self.is_keyword("false");
        if is_bool && !must_be_blob {
            return Ok(Resource::Bool(self.advance_text() == "true"));
        }
        if token.kind != TokenKind::String {
            return Err(self.expected(&format!("string value for key '{key}'")));
        }
        let text = self.advance_text();
        let Some(digits) = text[1..text.len() - 1].strip_prefix("0x") else {
            if must_be_blob {
                return Err(self.error(token, format!("expected hex string blob for key '{key}'")));
            }
            return Ok(Resource::String(self.string_bytes(token, text)?.into()));
        };
        let bytes = hex_bytes(digits).filter(|bytes| bytes.len() >= 4);
        let Some(bytes) = bytes else {
            return Err(self.error(token, format!("expected hex string blob for key '{key}'")));
        };
        let alignment = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        if alignment != 0 && !alignment.is_power_of_two() {
            let message = format!(
                "expected hex string blob for key '{key}' to encode alignment in first 4 bytes, \
                 but got non-power-of-2 value: {alignment}"
            );
            return Err(self.error(token, message));
        }
        Ok(Resource::Blob { alignment, data: bytes[4..].into() })
    }
}

/// Prints the section of a module's resources, with a blank line before it: those of dialects that
/// are `used`, in that order, and all external ones.
pub(super) fn print_resources(
    ctx: &Context,
    options: PrintOptions,
    resources: &Resources,
    used: impl Iterator<Item = Attribute>,
) -> String {
    let mut used_once: Vec<&str> = Vec::new();
    let mut seen = FxHashMap::default();
    for attribute in used {
        if let AttributeKind::DenseResource { key, .. } = attribute.kind(ctx)
            && seen.insert(*key, ()).is_none()
        {
            used_once.push(key.text(ctx));
        }
    }
    let entries: Vec<(Box<str>, Resource)> = used_once
        .into_iter()
        .filter_map(|key| Some((key.into(), resources.blob(key)?.clone())))
        .collect();
    let builtin = [ResourceGroup { name: "builtin".into(), entries }];
    let mut out = String::new();
    let mut printer = Printer::new(ctx, &mut out, options);
    let mut is_first = true;
    let mut are_all_long = false;
    for (name, groups) in
        [("dialect_resources", &builtin[..]), ("external_resources", &resources.external)]
    {
        let shown =
            |group: &&ResourceGroup| group.entries.iter().any(|entry| is_short(entry, options));
        are_all_long |= groups.iter().any(|group| !group.entries.is_empty() && !shown(&group));
        let mut groups = groups.iter().filter(shown).peekable();
        if groups.peek().is_none() {
            continue;
        }
        printer.write(if is_first { "\n\n{-#\n  " } else { ",\n  " });
        is_first = false;
        printer.write(name);
        printer.write(": {");
        for (i, group) in groups.enumerate() {
            printer.write(if i > 0 { ",\n    " } else { "\n    " });
            print_group(group, &mut printer);
        }
        printer.write("\n  }");
    }
    if !is_first {
        printer.write("\n#-}");
    } else if are_all_long {
        printer.write("\n\n{-#\n\n#-}");
    }
    out
}

/// Whether the literal of a resource has at most as many characters as asked for.
fn is_short((_, value): &(Box<str>, Resource), options: PrintOptions) -> bool {
    let Some(most) = options.resources_elided_above else { return true };
    match value {
        Resource::Bool(_) => true,
        Resource::String(bytes) => bytes.len() + 2 <= most,
        // Two digits for each byte, those of the alignment included, in quotes after `0x`.
        Resource::Blob { data, .. } => 2 * (data.len() + 4) + 4 <= most,
    }
}

fn print_group(group: &ResourceGroup, printer: &mut Printer<'_>) {
    printer.keyword_or_string(&group.name);
    printer.write(": {");
    let options = printer.options();
    let shown = group.entries.iter().filter(|entry| is_short(entry, options));
    for (i, (key, value)) in shown.enumerate() {
        printer.write(if i > 0 { ",\n      " } else { "\n      " });
        printer.keyword_or_string(key);
        printer.write(": ");
        match value {
            Resource::Bool(value) => printer.display(value),
            Resource::String(bytes) => printer.string(bytes),
            Resource::Blob { alignment, data } => {
                printer.write("\"0x");
                printer.hex(&alignment.to_le_bytes());
                printer.hex(data);
                printer.write("\"");
            }
        }
    }
    printer.write("\n    }");
}
