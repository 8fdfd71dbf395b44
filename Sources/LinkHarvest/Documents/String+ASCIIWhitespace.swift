import Markup

extension String {
    /// Returns the text without ASCII whitespace at both ends.
    func trimmingASCIIWhitespace() -> String {
        guard let first = utf8.firstIndex(where: { !ASCII.isWhitespace($0) }),
            let last = utf8.lastIndex(where: { !ASCII.isWhitespace($0) })
        else { return "" }
        return String(self[first...last])
    }
}
