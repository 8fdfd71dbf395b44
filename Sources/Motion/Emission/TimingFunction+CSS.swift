extension TimingFunction {
    /// The function in CSS notation (CSS Easing Functions, section 2).
    package var css: String {
        if self == .linear { return "linear" }
        let (first, second) = controls
        let numbers = [first.x, first.y, second.x, second.y].map { SVGNumber.text($0, digits: 4) }
        return "cubic-bezier(\(numbers.joined(separator: ",")))"
    }
}
