//! Remarks of passes: which are wanted, and where they go. The flags are those of `mlir-opt`.

use std::collections::HashSet;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use mlir_lite_diagnostics::{
    Diagnostic, Diagnostics, Position, Remark, RemarkFilter, RemarkKind, Reported, SourceMap,
};

use crate::output::write_dump;

const HEADING: &str = "Remarks of passes";

/// How remarks are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "camelCase")]
pub enum RemarkFormat {
    /// Among the diagnostics
    EmitRemark,
    /// To a YAML file
    Yaml,
}

/// Which of the remarks about one thing are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RemarkPolicy {
    /// All
    All,
    /// The last one of each kind
    Final,
}

/// The flags about remarks. A filter is a regular expression that matches a whole category.
#[derive(Clone, Debug, Args)]
#[non_exhaustive]
pub struct RemarkFlags {
    /// Show all remarks of these categories
    #[arg(
        long, value_name = "REGEX", help_heading = HEADING,
        value_parser = |text: &str| RemarkFilter::new().with_all(text)
    )]
    pub remarks_filter: Option<RemarkFilter>,

    /// Show what passes did
    #[arg(
        long, value_name = "REGEX", help_heading = HEADING,
        value_parser = |text: &str| RemarkFilter::new().with(RemarkKind::Passed, text)
    )]
    pub remarks_filter_passed: Option<RemarkFilter>,

    /// Show what passes did not do, and why
    #[arg(
        long, value_name = "REGEX", help_heading = HEADING,
        value_parser = |text: &str| RemarkFilter::new().with(RemarkKind::Missed, text)
    )]
    pub remarks_filter_missed: Option<RemarkFilter>,

    /// Show what passes tried in vain
    #[arg(
        long, value_name = "REGEX", help_heading = HEADING,
        value_parser = |text: &str| RemarkFilter::new().with(RemarkKind::Failure, text)
    )]
    pub remarks_filter_failed: Option<RemarkFilter>,

    /// Show what passes found out
    #[arg(
        long, value_name = "REGEX", help_heading = HEADING,
        value_parser = |text: &str| RemarkFilter::new().with(RemarkKind::Analysis, text)
    )]
    pub remarks_filter_analyse: Option<RemarkFilter>,

    /// How remarks are written
    #[arg(
        long, value_name = "FORMAT", value_enum, default_value = "emitRemark",
        help_heading = HEADING
    )]
    pub remark_format: RemarkFormat,

    /// Which of several remarks about one thing are shown
    #[arg(
        long, value_name = "POLICY", value_enum, default_value = "all", help_heading = HEADING
    )]
    pub remark_policy: RemarkPolicy,

    /// The file of remarks in a format for files
    #[arg(long, value_name = "FILE", default_value = "mlir-remarks.yaml", help_heading = HEADING)]
    pub remarks_output_file: PathBuf,
}

impl RemarkFlags {
    /// The remarks that are wanted.
    pub(crate) fn filter(&self) -> RemarkFilter {
        let filters = [
            &self.remarks_filter,
            &self.remarks_filter_passed,
            &self.remarks_filter_missed,
            &self.remarks_filter_failed,
            &self.remarks_filter_analyse,
        ];
        filters.into_iter().flatten().cloned().fold(RemarkFilter::new(), RemarkFilter::or)
    }

    /// Drops the remarks that later ones replace, and moves all to their file, if they have one.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn deliver(
        &self,
        sources: &SourceMap,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Reported> {
        if self.filter().is_empty() {
            return Ok(());
        }
        let mut list = diagnostics.take();
        if self.remark_policy == RemarkPolicy::Final {
            keep_last(&mut list);
        }
        let mut yaml = String::new();
        for diagnostic in list {
            match &diagnostic.remark {
                Some(remark) if self.remark_format == RemarkFormat::Yaml => {
                    yaml += &yaml_of(remark, &diagnostic.position, sources);
                }
                _ => diagnostics.emit(diagnostic),
            }
        }
        match self.remark_format {
            RemarkFormat::EmitRemark => Ok(()),
            RemarkFormat::Yaml => {
                write_dump(yaml.as_bytes(), Some(&self.remarks_output_file), diagnostics)
            }
        }
    }
}

fn yaml_of(remark: &Remark, position: &Position, sources: &SourceMap) -> String {
    match position {
        Position::Span(span) => {
            let at = sources.line_col(span.start);
            remark.to_yaml(at.as_ref().map(|at| (at.file.name(), at.line, at.col)))
        }
        Position::FileLineCol { file, line, col } => remark.to_yaml(Some((file, *line, *col))),
        Position::Unknown => remark.to_yaml(None),
    }
}

/// Keeps the last remark of each kind about one thing at one position.
fn keep_last(list: &mut Vec<Diagnostic>) {
    let mut seen = HashSet::new();
    list.reverse();
    list.retain(|diagnostic| {
        let Some(remark) = &diagnostic.remark else { return true };
        let (name, category) = (remark.name().to_owned(), remark.category().to_owned());
        seen.insert((remark.kind(), name, category, diagnostic.position.clone()))
    });
    list.reverse();
}
