/// A notice of a harvest about its document.
package enum HarvestNotice: Sendable, Hashable {
    /// A problem that lost or repeated some links without ending the document, as one line.
    case warning(String)
    /// A document that was read otherwise than stated, or that has content but no links.
    case reading(DocumentReading)
    /// A damaged record of a web archive; the records after it are still read.
    case damagedRecord(DamagedRecord)
    /// The end of a web archive, with its counts.
    case archive(ArchiveSummary)
}
