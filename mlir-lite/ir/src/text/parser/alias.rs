//! Parses definitions of aliases, and uses of them.

use crate::data::asm::Parsed;
use crate::data::attributes::{Attribute, AttributeKind};
use crate::data::types::Type;
use crate::text::lexer::{Lexer, Token, TokenKind};
use crate::text::limits::{BYTES_OF_A_LOCATION, MAX_ALIAS_EXPANSION, OPEN_LOCATIONS};
use crate::text::parser::alias_table::{Alias, Extent};
use crate::text::parser::levels::Deepest;
use crate::text::parser::{Defined, Parser};
use std::sync::atomic::Ordering;

/// How many times the limit for a definition the rest of a text may expand to.
const WHOLE: u64 = 64;

impl<'s> Parser<'s> {
    pub(in crate::text) fn define_alias(&mut self) -> Parsed<()> {
        let token = self.advance();
        let name = &self.text_of(token)[1..];
        let kind = if token.kind == TokenKind::HashId { "attribute" } else { "type" };
        if !self.aliases.defined.insert(self.text_of(token)) {
            return Err(self.error(token, format!("redefinition of {kind} alias id '{name}'")));
        }
        if name.contains('.') {
            let message = format!("{kind} names with a '.' are reserved for dialect-defined names");
            return Err(self.error(token, message));
        }
        self.expect_punct("=")?;
        if token.kind == TokenKind::HashId {
            let (value, extent) = self.measured(Self::attribute_or_location)?;
            let extent = self.extent_of(value, extent);
            self.aliases.attributes.insert(name, Alias::Known(value, extent));
        } else {
            self.eat_keyword("type");
            let (ty, extent) = self.measured(Self::ty)?;
            self.aliases.types.insert(name, Alias::Known(ty, extent));
        }
        Ok(())
    }

    /// The value of an attribute alias. None if there is no such alias.
    pub(in crate::text) fn attribute_alias(
        &mut self,
        token: Token,
        defined: Defined,
    ) -> Parsed<Option<Attribute>> {
        let name = &self.text_of(token)[1..];
        match self.aliases.attributes.get(name).copied() {
            None => Ok(None),
            Some(Alias::At(position)) if defined == Defined::Before && position > token.start => {
                Ok(None)
            }
            Some(Alias::Known(value, extent)) => {
                self.use_alias(token, extent).map(|()| Some(value))
            }
            Some(Alias::Open) => {
                Err(self.error(token, format!("alias '#{name}' is defined by itself")))
            }
            Some(Alias::At(position)) => {
                let (value, extent) = self.read_attribute_alias(name, position)?;
                self.use_alias(token, extent).map(|()| Some(value))
            }
        }
    }

    /// Parses the definition of an attribute alias at its position.
    fn read_attribute_alias(
        &mut self,
        name: &'s str,
        position: usize,
    ) -> Parsed<(Attribute, Extent)> {
        let is_location = self.tokens.whole[position..].trim_start().starts_with("loc");
        if is_location && self.levels.open_locations >= OPEN_LOCATIONS {
            self.read_parts(position)?;
        }
        self.aliases.attributes.insert(name, Alias::Open);
        self.levels.open_locations += u32::from(is_location);
        let result = self.elsewhere(position, |p| match is_location {
            true => p.measured(Self::attribute_or_location),
            false => p.nested(|p| p.measured(Self::attribute_or_location)),
        });
        self.levels.open_locations -= u32::from(is_location);
        let (value, extent) = result?;
        let extent = self.extent_of(value, extent);
        self.aliases.attributes.insert(name, Alias::Known(value, extent));
        Ok((value, extent))
    }

    /// Parses the definitions of all locations on which the one at `position` depends, innermost
    /// first. Uses a stack instead of recursion, because the locations below a text form chains
    /// that are as long as those of calls.
    fn read_parts(&mut self, position: usize) -> Parsed<()> {
        let mut pending = self.unread_parts(position);
        while let Some((name, position, are_parts_read)) = pending.pop() {
            if !matches!(self.aliases.attributes.get(name), Some(Alias::At(_))) {
                continue;
            }
            if are_parts_read {
                self.read_attribute_alias(name, position)?;
                continue;
            }
            pending.push((name, position, true));
            pending.extend(self.unread_parts(position));
        }
        Ok(())
    }

    /// The aliases in the definition of a location that have not been parsed. Those of locations
    /// are defined before it.
    fn unread_parts(&self, position: usize) -> Vec<(&'s str, usize, bool)> {
        let mut lexer = Lexer::new(self.tokens.whole);
        lexer.reset(position);
        let (mut parts, mut open) = (Vec::new(), 0);
        loop {
            let token = lexer.next_token();
            let text = &self.tokens.whole[token.start..token.end];
            match text {
                "(" => open += 1,
                ")" => open -= 1,
                _ => {}
            }
            if token.kind == TokenKind::HashId
                && let Some(Alias::At(at)) = self.aliases.attributes.get(&text[1..])
                && *at < position
            {
                parts.push((&text[1..], *at, false));
            }
            let is_end = open <= 0 && text != "loc";
            if is_end || matches!(token.kind, TokenKind::Eof) {
                return parts;
            }
        }
    }

    /// The value of a type alias. None if there is no such alias.
    pub(in crate::text) fn type_alias(&mut self, token: Token) -> Parsed<Option<Type>> {
        let name = &self.text_of(token)[1..];
        match self.aliases.types.get(name).copied() {
            None => Ok(None),
            Some(Alias::At(position)) if position > token.start => Ok(None),
            Some(Alias::Known(ty, extent)) => self.use_alias(token, extent).map(|()| Some(ty)),
            Some(Alias::Open) => {
                Err(self.error(token, format!("alias '!{name}' is defined by itself")))
            }
            Some(Alias::At(position)) => {
                self.aliases.types.insert(name, Alias::Open);
                let (ty, extent) = self.elsewhere(position, |p| {
                    p.eat_keyword("type");
                    p.nested(|p| p.measured(Self::ty))
                })?;
                self.aliases.types.insert(name, Alias::Known(ty, extent));
                self.use_alias(token, extent).map(|()| Some(ty))
            }
        }
    }

    /// Parses the definition of an alias, and measures its expansion.
    fn measured<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<(T, Extent)> {
        let (deepest, expanded) = (self.levels.deepest, self.aliases.expanded.replace(0));
        let locations = std::mem::take(&mut self.levels.deepest_location);
        let start = self.token().start;
        self.levels.deepest = self.levels.depth;
        let result = parse(self);
        let depth = self.levels.deepest - self.levels.depth;
        self.levels.deepest = deepest;
        let inner = std::mem::replace(&mut self.aliases.expanded, expanded).unwrap_or_default();
        let locations = std::mem::replace(&mut self.levels.deepest_location, locations);
        let own = self.token().start.saturating_sub(start) as u64;
        result.map(|value| (value, Extent { depth, bytes: own.saturating_add(inner), locations }))
    }

    /// The extent of an alias's value. Maps and sets are printed as aliases, but ops print some of
    /// them in full and without the attribute's level.
    fn extent_of(&self, value: Attribute, extent: Extent) -> Extent {
        match value.kind(&self.ctx) {
            AttributeKind::AffineMap(_) | AttributeKind::IntegerSet(_) => {
                Extent { depth: extent.depth.saturating_sub(1), ..Extent::default() }
            }
            // As an attribute, a location is one level deeper than the attributes in it.
            AttributeKind::Location(_) => Extent { depth: extent.depth + 1, ..extent },
            _ => Extent { locations: 0, ..extent },
        }
    }

    /// Checks that an alias's expansion is allowed at its position, because it may be printed in
    /// full: that it does not nest too deep and is not too large.
    fn use_alias(&mut self, token: Token, extent: Extent) -> Parsed<()> {
        // The name is at the level at which the definition begins.
        let depth = self.levels.depth + extent.depth.saturating_sub(1);
        if depth > self.levels.watched_depth {
            let reached = Deepest { depth, token, is_alias: true };
            if depth > self.levels.max_depth {
                return Err(self.too_deep(reached));
            }
            self.levels.note(reached);
        }
        self.levels.deepest = self.levels.deepest.max(depth);
        let most = MAX_ALIAS_EXPANSION.get() as u64;
        let (expanded, most) = match &mut self.aliases.expanded {
            Some(expanded) => {
                *expanded = expanded.saturating_add(extent.bytes);
                (*expanded, most)
            }
            None => {
                let free = if self.levels.in_location { BYTES_OF_A_LOCATION } else { 0 };
                let bytes = extent.bytes.saturating_sub(free);
                if bytes == 0 {
                    return Ok(());
                }
                let before = self.aliases.expanded_in_all.fetch_add(bytes, Ordering::Relaxed);
                (before.saturating_add(bytes), most.saturating_mul(WHOLE))
            }
        };
        if expanded > most {
            let message = format!(
                "the text that aliases stand for is larger than {most} bytes here; {}",
                MAX_ALIAS_EXPANSION.advice()
            );
            return Err(self.error(token, message));
        }
        Ok(())
    }

    /// The levels of a location used through an alias that has been parsed.
    pub(in crate::text) fn levels_of_location(&self, token: Token) -> u32 {
        match self.aliases.attributes.get(&self.text_of(token)[1..]) {
            Some(Alias::Known(_, extent)) => extent.locations,
            _ => 0,
        }
    }

    /// Parses at another position and returns to the current one.
    fn elsewhere<T>(
        &mut self,
        position: usize,
        parse: impl FnOnce(&mut Self) -> Parsed<T>,
    ) -> Parsed<T> {
        let back = self.tokens.go_elsewhere(position);
        let result = parse(self);
        self.tokens.come_back(back);
        result
    }
}
