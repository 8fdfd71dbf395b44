package import FoundationEssentials
import TextDirectives
import Timestamps
import WHATWGURL

extension PageSnapshot {
    /// Builds the address of the Wayback Machine's copy that is nearest to the capture.
    ///
    /// It is built without a request. Whoever opens it tells the archive which page the reader reads. A place in an
    /// archive's copy has the address of that copy.
    ///
    /// - Parameter storedAt: The time at which the place was stored, for a snapshot without the time of its capture.
    /// - Returns: The address with the text directive of the place; nil for a file.
    package func archiveAddress(storedAt: Date) -> String? {
        if edition == .archive { return textFragmentURL }
        let page = original ?? url
        guard page.isHTTP else { return nil }
        let time = RFC3339.string(capturedAt ?? storedAt, includesMilliseconds: false).utf8
        let digits = time.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let archived = "https://web.archive.org/web/\(String(decoding: digits, as: UTF8.self))/"
        let place = textFragmentURL
        guard original != nil else { return archived + place }
        let directive = place.firstRange(of: ":~:").map { String(place[$0.lowerBound...]) } ?? ""
        let address = page.withoutFragmentDirective
        return archived + address + (directive.isEmpty || address.contains("#") ? "" : "#") + directive
    }
}
