package import JSON

/// A group of tabs in a window set.
package struct TabGroup: Sendable, Hashable {
    /// The maximum length of a title, in characters.
    package static let maximumTitleLength = 200

    /// The title; empty if the group has none.
    package let title: String
    /// The name of the color, such as `blue`; empty if it is not known.
    package let color: String
    /// True if the tabs of the group are hidden.
    package let isCollapsed: Bool

    /// Creates a group.
    ///
    /// - Parameters:
    ///   - title: The title, of which the first characters are kept.
    ///   - color: The name of the color; ignored unless it consists of a few letters from a to z.
    ///   - isCollapsed: True if the tabs of the group are hidden.
    package init(title: String, color: String, isCollapsed: Bool) {
        self.title = WindowTab.line(title, maximumLength: Self.maximumTitleLength)
        let isName = color.utf8.count <= 20 && color.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")) ~= $0 }
        self.color = isName ? color : ""
        self.isCollapsed = isCollapsed
    }

    /// Creates the group that a JSON object describes.
    ///
    /// - Parameter value: An object with the keys `title`, `color` and `collapsed`, all of which are optional.
    /// - Throws: ``WindowSetError/invalid(_:)`` for a value of the wrong type.
    package init(value: JSONValue) throws(WindowSetError) {
        guard value.object != nil else { throw .invalid("a group is \(value.kindName) instead of an object") }
        self.init(
            title: try value.member("title", \.string) ?? "", color: try value.member("color", \.string) ?? "",
            isCollapsed: try value.member("collapsed", \.bool) ?? false)
    }

    /// The group as a JSON object.
    package var json: JSONValue {
        ["title": .string(title), "color": .string(color), "collapsed": .bool(isCollapsed)]
    }
}
