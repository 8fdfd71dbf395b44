import TextDirectives

extension PageSnapshot {
    /// The page's URL with a text directive (`#:~:text=`) for the text at the reading line.
    ///
    /// A browser that opens it scrolls to the text without any script. The page's own fragment is kept. Without any text to
    /// quote it is the page's URL.
    package var textFragmentURL: String {
        // A directive of an earlier visit would take precedence.
        let address = url.withoutFragmentDirective
        guard let directive = textDirective else { return address }
        return address + (address.contains("#") ? "" : "#") + ":~:" + directive.serialised
    }

    /// The directive for the text of the first anchor that can be quoted.
    private var textDirective: TextDirective? {
        // Browsers scroll a match to the middle of the window, so the text that was there brings the view back. In a
        // window of another width it brings the same words to the middle, and the reading line a little off the top:
        // the width of the reader's browser is not known here. Failing that, the nearest text that is known.
        let anchors = anchors
        let around = ["primary", "above", "below"].map { role in anchors.first { $0.role == role } }
        let candidates = [middle] + around
        return candidates.lazy.compactMap { $0?.textDirective }.first
    }
}

extension SnapshotAnchor {
    /// A text directive for the anchor's quote; nil if it has no text that a browser could find.
    var textDirective: TextDirective? {
        guard let quote else { return nil }
        let readingOffset = role == "primary" ? characterOffset ?? 0 : 0
        return TextDirective(quote: quote, extent: reach, occurrences: occurrences, readingOffset: readingOffset)
    }
}
