import Markup
import WHATWGURL

/// A sink that writes the links of documents other than HTML into the batch of a collector.
final class CollectingSink: DocumentSink {
    private let collector: LinkCollector
    private let warn: (String) -> Void
    /// True if single findings can be out of scope; false if the whole document is in scope or out of it.
    private let isScoped: Bool

    init(_ collector: LinkCollector, isScoped: Bool = false, warn: @escaping (String) -> Void) {
        self.collector = collector
        self.isScoped = isScoped
        self.warn = warn
    }

    func link(_ value: UnsafeBufferPointer<UInt8>, _ link: DocumentLink) {
        guard setScope(isOutOfScope: link.isOutOfScope) else { return }
        collector.scan.add(value, link)
    }

    func html(_ html: EmbeddedHTML) {
        guard setScope(isOutOfScope: html.isOutOfScope) else { return }
        collector.scan.scan(html)
    }

    /// Sets the scope of the links that follow.
    ///
    /// - Returns: True if links with this scope are harvested.
    private func setScope(isOutOfScope: Bool) -> Bool {
        if isScoped { collector.scan.isOutOfScope = isOutOfScope }
        return !isOutOfScope || collector.scan.options.marksOutOfScope
    }

    func startElement(_ element: EmbeddedElement) {
        if isScoped { collector.scan.isOutOfScope = element.isOutOfScope }
        let isForeign = element.element.name.namespace.map { $0 != "http://www.w3.org/1999/xhtml" } ?? false
        StartTag.withTag(
            of: element.element, isForeign: isForeign, position: element.position, interest: RuleIndex.interest
        ) { collector.scan.startTag($0, base: element.base) }
    }

    func endElement(_ name: XMLName) {
        collector.scan.endTag(ElementName(rawValue: ASCII.lowercase(name.local)) ?? .other)
    }

    func text(_ text: UnsafeBufferPointer<UInt8>) {
        if collector.scan.wantsText { collector.scan.text(text) }
    }

    func warning(_ message: String) { warn(message) }
}
