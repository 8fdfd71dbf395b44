extension PageSnapshot {
    /// The progress from which a page counts as read to its end, 0 to 1.
    ///
    /// `js/extension/reading-progress.js` has the same value.
    package static let endProgress = 0.95

    /// True if the page was read to its end.
    ///
    /// The reading line is the first one in view, so at the end of a short page its progress by text is far from 1.
    /// Therefore a page that is scrolled to its end counts too.
    package var isReadToEnd: Bool {
        [textProgress, pixelProgress].contains { ($0 ?? 0) >= Self.endProgress }
    }
}
