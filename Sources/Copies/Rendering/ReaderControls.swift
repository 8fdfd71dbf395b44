import Places
import Syntax

/// A size of the text in the reader view.
package enum ReaderTextSize: String, Sendable, Hashable, CaseIterable {
    case small, medium, large
    case extraLarge = "extra-large"

    /// The letters by which the sizes are known from clothes.
    fileprivate var label: String {
        switch self {
        case .small: "S"
        case .medium: "M"
        case .large: "L"
        case .extraLarge: "XL"
        }
    }
}

/// The controls of the reader view, which need no script: a style applies while one of them is checked.
///
/// The document is sandboxed. That prevents only the submission of forms (HTML Standard, section 7.1.5), so its
/// controls work, but it cannot store what the reader chose.
struct ReaderControls {
    /// The size that is chosen at first.
    let size: ReaderTextSize
    /// True if the text has code, whose long lines can be wrapped.
    let hasCode: Bool

    /// The controls as HTML.
    var html: String {
        let sizes = ReaderTextSize.allCases.map { choice in
            """
            <label><input type="radio" name="size" id="size-\(choice.label.lowercased())" \
            aria-label="\(Self.name(choice))"\(choice == size ? " checked" : "")>\(choice.label)</label>
            """
        }
        let wrap = hasCode ? "\n<label><input type=\"checkbox\" id=\"wrap\">Wrap long lines of code</label>" : ""
        return """
            <div class="controls" role="group" aria-label="View">
            <fieldset><legend>Text size</legend>
            \(sizes.joined(separator: "\n"))
            </fieldset>\(wrap)
            </div>
            """
    }

    private static func name(_ size: ReaderTextSize) -> String {
        switch size {
        case .small: "S, small"
        case .medium: "M, medium"
        case .large: "L, large"
        case .extraLarge: "XL, extra large"
        }
    }
}

/// The list of a page's highlights beneath the text of its copy.
struct HighlightList {
    private let marks: HighlightMarks

    /// Creates the list.
    init(_ marks: HighlightMarks) {
        self.marks = marks
    }

    /// Returns the id of the mark of a highlight.
    static func anchor(_ id: String) -> String { "highlight-\(MarkupText.attribute(id))" }

    /// The list as HTML; empty if there are no highlights.
    var html: String {
        guard !marks.found.isEmpty || !marks.gone.isEmpty else { return "" }
        let found = marks.found.map { highlight, mark in
            let words = MarkupText.content(highlight.quote.exact)
            return Self.item("<a href=\"#\(Self.anchor(mark))\" dir=\"auto\">\(words)</a>", note: highlight.note)
        }
        let gone = marks.gone.map { highlight in
            let words = "<span dir=\"auto\">\(MarkupText.content(highlight.quote.exact))</span>"
            return Self.item(words, note: highlight.note)
        }
        var html = "<section class=\"highlights\" aria-labelledby=\"highlights\">\n"
        html += "<h2 id=\"highlights\">Highlights</h2>\n"
        if !found.isEmpty { html += "<ul>\n\(found.joined())</ul>\n" }
        if !gone.isEmpty { html += "<p>These words are not in this copy:</p>\n<ul>\n\(gone.joined())</ul>\n" }
        return html + "</section>\n"
    }

    private static func item(_ words: String, note: String) -> String {
        let note = note.isEmpty ? "" : "<p dir=\"auto\">\(MarkupText.content(note))</p>"
        return "<li>\(words)\(note)</li>\n"
    }
}
