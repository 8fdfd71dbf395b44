import DownloadQueue
import Syntax

/// The limits of the texts that are read from tables to which others can write.
///
/// PostgreSQL stores a gigabyte of one character in some megabytes, and cannot send a row of more than a gigabyte at
/// all. Therefore every statement that returns a stored text limits it. `octet_length` knows the length of a compressed
/// text without reading it; with this limit on all columns, a row costs 0.5 µs more (PostgreSQL 15).
enum PostgresText {
    /// The length in bytes up to which any text is read: more than that of ids, hosts with ports and lease owners.
    ///
    /// Even if it consists of combining characters, comparing it takes no noticeable time.
    static let shortLimit = 300

    /// The length in bytes of most texts: more than a response's head has, from which entity tags come.
    static let limit = 256 << 10

    /// The length in bytes of a URL: that of the longest harvested link.
    static let addressLimit = 2 << 20

    /// The text that takes the place of a longer one; Leftoff itself writes no such text.
    static let replacement = "\u{1A}longer than Leftoff writes"

    /// Returns an SQL expression for a text, or for ``replacement`` if the text is too long.
    ///
    /// - Parameters:
    ///   - text: An SQL expression.
    ///   - limit: The length in bytes.
    /// - Returns: An SQL expression.
    static func limited(_ text: String, to limit: Int) -> String {
        "CASE WHEN octet_length(\(text)) > \(limit) THEN '\(replacement)' ELSE \(text) END"
    }

    /// Returns true for the bytes of a text that can be read: not ``replacement``, valid UTF-8, and not a long text
    /// with a long run of combining characters (`String.streamSafe`).
    ///
    /// Such a run is not shortened: the text would no longer be that of its row, by which the row is found.
    static func isReadable(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.contains(where: { $0 >= 0x80 }) else {
            return bytes.count != replacement.utf8.count || !bytes.elementsEqual(replacement.utf8)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { return false }
        return bytes.count <= shortLimit || !text.hasLongCombiningRun
    }

    /// Returns true for a text that can be read again from a column.
    static func isReadable(_ text: String, in column: QueueColumn) -> Bool {
        guard text.utf8.count <= column.byteLimit else { return false }
        var text = text
        return text.withUTF8 { isReadable(UnsafeRawBufferPointer($0)) }
    }
}

extension QueueColumn {
    /// The length in bytes of the longest text that is read from the column.
    var byteLimit: Int {
        switch self {
        case .url: PostgresText.addressLimit
        case .id, .host, .state, .checksum, .snapshot, .sha256, .errorClass, .leaseOwner: PostgresText.shortLimit
        default: PostgresText.limit
        }
    }

    /// Returns an SQL expression for the value of the column in the table `q`; a text is limited.
    var limited: String {
        isInteger ? "q.\(sqlName)" : PostgresText.limited("q.\(sqlName)", to: byteLimit)
    }

    /// Returns an SQL condition that is true for all texts of the column that cannot be read, and for others that
    /// Leftoff does not write into a column of ids or hosts.
    var isUnusual: String { "(octet_length(q.\(sqlName)) > \(byteLimit) OR q.\(sqlName) ~ '[^ -~]')" }
}
