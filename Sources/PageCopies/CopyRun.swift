/// A part of a block's text that has the same link and style throughout.
package struct CopyRun: Sendable, Hashable {
    /// The emphasis of a run.
    package enum Style: String, Sendable {
        case strong
        case emphasis
        case code
    }

    /// The text, with white space collapsed except in a block of code.
    package let text: String
    /// An absolute http, https or mailto URL; nil if the run is not a link.
    package let link: String?
    /// The emphasis; nil for plain text.
    package let style: Style?

    /// Creates a run from values that are already valid.
    ///
    /// - Parameters:
    ///   - text: The text, collapsed.
    ///   - link: An absolute http, https or mailto URL; nil if the run is not a link.
    ///   - style: The emphasis; nil for plain text.
    package init(text: String, link: String? = nil, style: Style? = nil) {
        self.text = text
        self.link = link
        self.style = style
    }
}
