import Syntax

/// A hash table of a fixed list of names, which finds names in text and ignores ASCII case.
///
/// Names of up to eight bytes are identified by hash and length alone, because their hash contains every byte.
package final class NameTable: Sendable {
    /// The initial value of a name's hash.
    static let emptyHash: UInt64 = 0

    private struct Entry {
        var hash: UInt64
        var length: Int
        /// The index of the name in the list; -1 for a free entry.
        var index: Int
        /// The offset of the name's bytes.
        var start: Int
    }

    private let names: [String]
    private let count: Int
    // The memory is written only in `init`, so it is safe to share.
    nonisolated(unsafe) private let entries: UnsafeMutablePointer<Entry>
    nonisolated(unsafe) private let bytes: UnsafeMutablePointer<UInt8>
    private let shift: UInt64

    /// Creates a table.
    ///
    /// - Parameter names: The names in lower case. If names are equal, the first one is found.
    package init(_ names: [String]) {
        self.names = names
        var bits: UInt64 = 6
        // The table is at most a quarter full, so that a lookup rarely examines a second entry.
        while 1 << bits < names.count * 4 { bits += 1 }
        count = 1 << Int(bits)
        shift = 64 - bits
        entries = .allocate(capacity: count)
        entries.initialize(repeating: Entry(hash: 0, length: 0, index: -1, start: 0), count: count)
        bytes = .allocate(capacity: max(1, names.reduce(0) { $0 + $1.utf8.count }))
        var end = 0
        for (index, name) in names.enumerated() {
            let start = end
            var hash = Self.emptyHash
            for byte in name.utf8 {
                bytes[end] = byte
                end += 1
                hash = Self.extend(hash, with: byte)
            }
            var slot = Self.slot(of: hash, shift: shift)
            while entries[slot].index >= 0 { slot = (slot + 1) & (count - 1) }
            entries[slot] = Entry(hash: hash, length: end - start, index: index, start: start)
        }
    }

    deinit {
        entries.deallocate()
        bytes.deallocate()
    }

    /// Returns the hash of a name that is extended by one byte in lower case.
    @inline(__always)
    static func extend(_ hash: UInt64, with byte: UInt8) -> UInt64 {
        (hash << 8 | hash >> 56) ^ UInt64(byte)
    }

    /// Returns the hash of a name, ignoring case.
    static func hash(of name: some StringProtocol) -> UInt64 {
        name.utf8.reduce(emptyHash) { extend($0, with: ASCII.lowercase($1)) }
    }

    @inline(__always)
    private static func slot(of hash: UInt64, shift: UInt64) -> Int {
        Int(truncatingIfNeeded: (hash &* 0x9E37_79B9_7F4A_7C15) >> shift)
    }

    /// Returns the index of a name.
    ///
    /// - Parameters:
    ///   - hash: The hash of the name's bytes in lower case.
    ///   - name: The name, in any case.
    ///   - length: The length of the name in bytes.
    /// - Returns: The index in the list; -1 if the name is not in it.
    @inline(__always)
    func index(of hash: UInt64, _ name: UnsafePointer<UInt8>, length: Int) -> Int {
        var slot = Self.slot(of: hash, shift: shift)
        while true {
            let entry = entries[slot]
            if entry.index < 0 { return -1 }
            if entry.hash == hash, entry.length == length, length <= 8 || isEqual(entry, to: name) {
                return entry.index
            }
            slot = (slot + 1) & (count - 1)
        }
    }

    @inline(never)
    private func isEqual(_ entry: Entry, to name: UnsafePointer<UInt8>) -> Bool {
        for offset in 0..<entry.length where bytes[entry.start + offset] != ASCII.lowercase(name[offset]) {
            return false
        }
        return true
    }

    /// Returns the index of a name.
    ///
    /// - Parameter name: The name, in any case.
    /// - Returns: The index in the list; -1 if the name is not in it.
    package func index(of name: UnsafeBufferPointer<UInt8>) -> Int {
        guard let start = name.baseAddress else { return -1 }
        return index(
            of: name.reduce(Self.emptyHash) { Self.extend($0, with: ASCII.lowercase($1)) }, start, length: name.count)
    }

    /// Returns the index of a name.
    ///
    /// - Parameter name: The name in lower case.
    /// - Returns: The index in the list; nil if the name is not in it.
    package func index(of name: String) -> Int? {
        names.firstIndex(of: name)
    }
}
