/// The names of a document, each created once.
///
/// libxml2 uses the same pointer for equal text, so names are identified by their pointers.
struct XMLNameTable {
    private struct Key: Hashable {
        var local: UnsafePointer<CChar>
        var prefix: UnsafePointer<CChar>?
        var namespace: UnsafePointer<CChar>?
    }

    /// The maximum number of names, so that hostile documents cannot exhaust the memory.
    private static let limit = 4096
    /// The size of the cache of recent names, a power of two.
    ///
    /// Few documents have so many names that they evict each other from the cache.
    private static let recentCount = 64

    private var names: [Key: XMLName] = [:]
    private var recent = [(key: Key, name: XMLName)?](repeating: nil, count: recentCount)

    /// Returns the name that consists of three texts, which must exist as long as the parser.
    mutating func name(
        _ local: UnsafePointer<CChar>, _ prefix: UnsafePointer<CChar>?, _ namespace: UnsafePointer<CChar>?
    ) -> XMLName {
        let key = Key(local: local, prefix: prefix, namespace: namespace)
        let bits = UInt(bitPattern: local)
        let slot = Int((bits ^ bits >> 6) & UInt(Self.recentCount - 1))
        if let (known, name) = recent[slot], known == key { return name }
        let name = names[key] ?? make(key)
        recent[slot] = (key, name)
        return name
    }

    private mutating func make(_ key: Key) -> XMLName {
        let name = XMLName(
            local: String(cString: key.local), prefix: key.prefix.map { String(cString: $0) },
            namespace: key.namespace.map { String(cString: $0) })
        if names.count < Self.limit { names[key] = name }
        return name
    }
}
