/// The positions of the components of a serialised URL, as byte offsets.
///
///     https://user:pass@example.com:1234/foo/bar?baz#quux
///          |      |     |          |    |       |   |
///          |      |     |          |    |       |   fragmentStart
///          |      |     |          |    |       queryStart
///          |      |     |          |    authorityEnd, pathStart
///          |      |     |          hostEnd
///          |      |     hostStart
///          |      usernameEnd
///          schemeEnd
struct URLLayout: Sendable {
    /// The offset that represents an absent component, which is different from an empty one.
    static let absent = UInt32.max

    var schemeEnd: UInt32 = 0
    var usernameEnd: UInt32 = 0
    var hostStart: UInt32 = 0
    var hostEnd: UInt32 = 0
    /// The end of the port, or of the scheme's colon if there is no authority.
    var authorityEnd: UInt32 = 0
    /// The start of the path: `authorityEnd`, or 2 more if `/.` precedes a path that would otherwise look like an
    /// authority.
    var pathStart: UInt32 = 0
    var queryStart: UInt32 = Self.absent
    var fragmentStart: UInt32 = Self.absent
    /// The port, 0 to 65535; nil if it is absent or the scheme's default.
    var port: UInt16?
    var scheme: SchemeKind = .other
    /// True if the URL has a host, which may be empty (the standard's "host is non-null").
    var hasAuthority = false
    var hasOpaquePath = false

    /// Returns the end of the path in a URL of `length` bytes.
    func pathEnd(length: Int) -> Int {
        queryStart != Self.absent ? Int(queryStart) : queryEnd(length: length)
    }

    /// Returns the end of the query in a URL of `length` bytes.
    func queryEnd(length: Int) -> Int {
        fragmentStart != Self.absent ? Int(fragmentStart) : length
    }
}
