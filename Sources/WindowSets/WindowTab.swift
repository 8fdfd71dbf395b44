package import JSON
package import Snapshots
package import WHATWGURL

/// A tab of a window set.
package struct WindowTab: Sendable, Hashable {
    /// The maximum length of an address, in bytes.
    package static let maximumURLByteCount = 64 * 1024
    /// The maximum length of a title, in characters.
    package static let maximumTitleLength = 1000

    /// The address that the tab shows, of any scheme but `javascript`; it contains no user name and no password.
    ///
    /// The extension opens only addresses of the web, and shows the text of others. A file of someone else can contain
    /// any address.
    package let url: WebURL
    /// The title of the page; empty if it is not known.
    package let title: String
    /// True if the tab is pinned.
    package let isPinned: Bool
    /// The index of the tab's group in ``WindowSet/groups``; nil if it belongs to none.
    package let group: Int?
    /// True if the tab was the one in front.
    package let isActive: Bool
    /// True if the browser had not loaded the page, so that no snapshot could be made.
    package let isSleeping: Bool
    /// The place in the page; nil if the page could not be captured.
    package let snapshot: PageSnapshot?
    /// The id of a stored place on the same page, which is used if there is no snapshot.
    package let placeID: String?

    /// Creates a tab.
    ///
    /// - Parameters:
    ///   - address: The address of the page, from which a user name and a password are removed.
    ///   - title: The title of the page, of which the first characters are kept.
    ///   - isPinned: True if the tab is pinned.
    ///   - group: The index of the tab's group in the set.
    ///   - isActive: True if the tab was the one in front.
    ///   - isSleeping: True if the browser had not loaded the page.
    ///   - snapshot: The place in the page.
    ///   - placeID: The id of a stored place on the same page.
    /// - Throws: ``WindowSetError/invalid(_:)`` for an address that is not one, or runs a script.
    package init(
        address: String, title: String, isPinned: Bool = false, group: Int? = nil, isActive: Bool = false,
        isSleeping: Bool = false, snapshot: PageSnapshot? = nil, placeID: String? = nil
    ) throws(WindowSetError) {
        guard address.utf8.count <= Self.maximumURLByteCount else {
            throw .invalid("the address has more than \(Self.maximumURLByteCount) bytes")
        }
        guard let url = WebURL(address) else { throw .invalid("not an address: \(JSONValue.string(address).excerpt)") }
        guard url.scheme != "javascript" else { throw .invalid("the address is a script") }
        self.init(
            url: url.hasCredentials ? url.withoutCredentials() : url,
            title: Self.line(title, maximumLength: Self.maximumTitleLength), isPinned: isPinned, group: group,
            isActive: isActive, isSleeping: isSleeping, snapshot: snapshot, placeID: placeID)
    }

    /// Creates the tab that a JSON object describes.
    ///
    /// - Parameters:
    ///   - value: An object with the key `url`; all other keys are optional.
    ///   - groupCount: The number of groups of the set.
    ///   - onOmission: Called with the reason if the snapshot is malformed; the tab then has none.
    /// - Throws: ``WindowSetError/invalid(_:)``.
    init(value: JSONValue, groupCount: Int, onOmission: (String) -> Void) throws(WindowSetError) {
        guard value.object != nil else { throw .invalid("expected an object, found \(value.kindName)") }
        guard let address = try value.member("url", \.string) else { throw .invalid("\"url\" is missing") }
        guard value["incognito"]?.bool != true else { throw .invalid("private tabs are never stored") }
        var snapshot: PageSnapshot?
        if let captured = try value.nullableMember("snapshot", \.object) {
            do throws(SnapshotError) {
                // A number out of range must not cost the place in a tab that is about to be closed.
                snapshot = try PageSnapshot(
                    value: .object(captured), limit: PageSnapshot.maximumByteCount)
            } catch {
                onOmission(error.reason)
            }
        }
        let group = try value.nullableMember("group", \.integer)
        guard group ?? 0 >= 0 else { throw .invalid("\"group\" must not be negative") }
        let place = try value.nullableMember("place", \.string)
        try self.init(
            address: address, title: try value.member("title", \.string) ?? "",
            isPinned: try value.member("pinned", \.bool) ?? false, group: group.flatMap { $0 < groupCount ? $0 : nil },
            isActive: try value.member("active", \.bool) ?? false,
            isSleeping: try value.member("sleeping", \.bool) ?? false, snapshot: snapshot,
            placeID: place.flatMap { $0.utf8.count <= 64 ? $0 : nil })
    }

    /// The tab with its address only, without the title and the place in the page.
    var withoutPlace: WindowTab {
        WindowTab(
            url: url, title: "", isPinned: isPinned, group: group, isActive: isActive, isSleeping: isSleeping,
            snapshot: nil, placeID: nil)
    }

    private init(
        url: WebURL, title: String, isPinned: Bool, group: Int?, isActive: Bool, isSleeping: Bool,
        snapshot: PageSnapshot?, placeID: String?
    ) {
        self.url = url
        self.title = title
        self.isPinned = isPinned
        self.group = group
        self.isActive = isActive
        self.isSleeping = isSleeping
        self.snapshot = snapshot
        self.placeID = placeID
    }

    /// The tab as a JSON object, with its snapshot.
    package var json: JSONValue {
        [
            "url": .string(url.href), "title": .string(title), "pinned": .bool(isPinned),
            "group": group.map { .number(Double($0)) } ?? .null, "active": .bool(isActive),
            "sleeping": .bool(isSleeping), "snapshot": snapshot?.json ?? .null,
            "place": placeID.map(JSONValue.string) ?? .null,
        ]
    }

    /// Returns a text as one line: without control characters, and with single spaces.
    ///
    /// - Parameters:
    ///   - text: The text of a page or of a browser.
    ///   - maximumLength: The number of characters to keep.
    /// - Returns: The line.
    static func line(_ text: String, maximumLength: Int) -> String {
        let words = text.unicodeScalars.split { scalar in
            scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.properties.isWhitespace
        }
        return String(words.map { String(String.UnicodeScalarView($0)) }.joined(separator: " ").prefix(maximumLength))
    }
}
