import MarkupText

/// The element at the line of a place, to which the address of the document leads.
enum LineMark {
    /// Returns the HTML of a text whose first character is at the line.
    ///
    /// An element without text would be laid out at the end of the line before, if the text begins a line.
    ///
    /// - Parameters:
    ///   - text: The text from the line on.
    ///   - line: The line. It stands at its captured height, or a little above the bottom of a lower view.
    /// - Returns: The text with an element around its first character.
    static func marked(_ text: String, at line: CopyLine) -> String {
        // The font is inherited, so that the top of the element is the top of the line's characters.
        let height = "\((line.height * 100).rounded() / 100)px"
        let style = "all:unset!important;scroll-margin-top:min(\(height),75vh)!important"
        let first = MarkupText.content(String(text.prefix(1)))
        let rest = MarkupText.content(String(text.dropFirst()))
        return "<span id=\"\(CopyDetails.lineID)\" style=\"\(style)\">\(first)</span>\(rest)"
    }

    /// The style of a picture's mark: a bar beside the line, which takes no space.
    static let pictureStyle = """
        #leftoff-line::before{content:""!important;position:absolute!important;width:4px!important;\
        height:1.3em!important;margin:0 0 0 -10px!important;border-radius:2px!important;\
        background:#d2622f!important;box-shadow:0 0 0 1px #fff9!important;pointer-events:none!important}
        """
}
