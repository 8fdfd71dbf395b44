package import FoundationEssentials

/// A bookmark of a Netscape bookmark file.
package struct Bookmark: Sendable, Hashable {
    /// The URL as written, after character references are replaced.
    package var url: String
    /// The title; empty if there is none.
    package var title: String
    /// The time at which the bookmark was added, in whole seconds; nil if unknown.
    package var addedAt: Date?
    /// The tags; a tag with a comma is read back as several tags.
    package var tags: [String]
    /// The description, which may have several lines; empty if there is none.
    package var note: String

    /// Creates a bookmark.
    package init(url: String, title: String = "", addedAt: Date? = nil, tags: [String] = [], note: String = "") {
        self.url = url
        self.title = title
        self.addedAt = addedAt
        self.tags = tags
        self.note = note
    }
}
