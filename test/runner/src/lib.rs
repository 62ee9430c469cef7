//! Runs the text tests: files with RUN and CHECK lines.
