//! Resources: data in a file beside its ops, in sections `{-# .. #-}`.
//!
//! They are stored in the body of the outermost op. Those of the builtin dialect are referred to by
//! `dense_resource<key>`; external ones belong to tools, which find them by group and key. This
//! code does not interpret them.

use std::sync::Arc;

/// The resources of a file, in its order.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Resources {
    /// Resources of dialects, by dialect.
    pub dialects: Vec<ResourceGroup>,
    /// Resources of tools, by tool.
    pub external: Vec<ResourceGroup>,
}

/// Resources that have one owner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResourceGroup {
    /// The owner.
    pub name: Box<str>,
    /// Keys with values.
    pub entries: Vec<(Box<str>, Resource)>,
}

/// The value of a resource.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Resource {
    /// `true` or `false`
    Bool(bool),
    /// Text of any bytes.
    String(Box<[u8]>),
    /// Binary data, with its alignment.
    Blob {
        /// A power of two, or 0.
        alignment: u32,
        /// Content.
        data: Arc<[u8]>,
    },
}

impl Resources {
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.dialects.is_empty() && self.external.is_empty()
    }

    /// The builtin dialect's resource to which `dense_resource<key>` refers.
    pub fn blob(&self, key: &str) -> Option<&Resource> {
        let builtin = self.dialects.iter().find(|group| &*group.name == "builtin")?;
        builtin.entries.iter().find(|entry| &*entry.0 == key).map(|entry| &entry.1)
    }

    /// Appends the resources of another file.
    pub fn append(&mut self, other: Resources) {
        for (all, groups) in
            [(&mut self.dialects, other.dialects), (&mut self.external, other.external)]
        {
            for group in groups {
                Self::group(all, &group.name).entries.extend(group.entries);
            }
        }
    }

    /// The group with that name. Creates it if there is none.
    pub fn group<'g>(groups: &'g mut Vec<ResourceGroup>, name: &str) -> &'g mut ResourceGroup {
        let index = groups.iter().position(|group| &*group.name == name).unwrap_or_else(|| {
            groups.push(ResourceGroup { name: name.into(), entries: Vec::new() });
            groups.len() - 1
        });
        &mut groups[index]
    }
}
