//! Which names definitions can have: those from which programs can derive names of functions.

/// Checks the name of `what`, such as `operand #0`.
pub(crate) fn check_name(what: &str, name: &str) -> Result<(), String> {
    if name.is_empty() {
        return Err(format!("name of {what} is empty"));
    }
    if !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
        return Err(format!(
            "name of {what} must contain only lowercase letters, digits and underscores"
        ));
    }
    if name.chars().any(|c| c.is_ascii_uppercase()) {
        return Err(format!("name of {what} should not contain uppercase letters"));
    }
    if name.starts_with('_') || name.contains("__") {
        return Err(format!("name of {what} should not contain leading or double underscores"));
    }
    Ok(())
}
