import TextDirectives

extension PageSnapshot {
    /// The page's URL with a text directive (`#:~:text=`) for the text at the middle of the view or near the reading
    /// line.
    ///
    /// A browser that opens the URL scrolls to the text without any script. The URL's own fragment is kept. If there is
    /// no text to quote, this is the page's URL.
    package var textFragmentURL: String {
        // A directive from an earlier visit would take precedence.
        let address = url.withoutFragmentDirective
        guard let directive = textDirective else { return address }
        return address + (address.contains("#") ? "" : "#") + ":~:" + directive.serialised
    }

    /// The directive for the first anchor that can be quoted.
    private var textDirective: TextDirective? {
        // Browsers scroll a match to the middle of the window, so quoting the text that was there restores the view. In
        // a window of another width, the same words appear in the middle, but the reading line differs a little. If the
        // text in the middle was not captured, the nearest captured text is quoted.
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
