extension String {
    /// Returns the text without spaces and tabs at its ends.
    func trimmingBlanks() -> String {
        let blanks: Set<Character> = [" ", "\t"]
        let start = drop { blanks.contains($0) }
        return String(start.reversed().drop { blanks.contains($0) }.reversed())
    }
}
