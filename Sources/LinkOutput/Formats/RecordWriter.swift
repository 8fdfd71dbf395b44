import LinkHarvest
import Syntax

/// A writer of one record into memory that has room for it.
///
/// The memory is reserved once for each record, not once for each value.
struct RecordWriter {
    private var end: UnsafeMutablePointer<UInt8>

    fileprivate init(at start: UnsafeMutablePointer<UInt8>) { end = start }

    /// The maximum length of a number in decimal digits.
    static let maximumNumberLength = 20

    /// Writes a constant text.
    @inline(__always)
    mutating func append(_ text: StaticString) {
        UnsafeMutableRawPointer(end).copyMemory(from: text.utf8Start, byteCount: text.utf8CodeUnitCount)
        end += text.utf8CodeUnitCount
    }

    /// Writes a byte.
    @inline(__always)
    mutating func append(_ byte: UInt8) {
        end.pointee = byte
        end += 1
    }

    /// Writes bytes unchanged.
    @inline(__always)
    mutating func append(_ bytes: LinkBytes.Text) {
        guard let start = bytes.baseAddress else { return }
        UnsafeMutableRawPointer(end).copyMemory(from: start, byteCount: bytes.count)
        end += bytes.count
    }

    /// Writes a JSON string, or `null`.
    @inline(__always)
    mutating func append(json text: LinkBytes.Text?) {
        guard let text else { return append("null") }
        end += JSONString.write(utf8: text, at: end)
    }

    /// Writes a number that is not negative in decimal digits.
    mutating func append(_ number: Int) {
        var rest = UInt(clamping: number)
        var length = 1
        while rest >= 10 {
            rest /= 10
            length += 1
        }
        rest = UInt(clamping: number)
        for index in stride(from: length - 1, through: 0, by: -1) {
            end[index] = UInt8(truncatingIfNeeded: rest % 10) + UInt8(ascii: "0")
            rest /= 10
        }
        end += length
    }

    fileprivate func count(from start: UnsafeMutablePointer<UInt8>) -> Int { end - start }
}

extension [UInt8] {
    /// Appends a record.
    ///
    /// - Parameters:
    ///   - maximum: The maximum length of the record in bytes.
    ///   - write: Writes the record.
    @inline(__always)
    mutating func appendRecord(upTo maximum: Int, _ write: (inout RecordWriter) -> Void) {
        // Reserving exactly what is needed would copy the buffer each time.
        if capacity - count < maximum { reserveCapacity(Swift.max(count + maximum, 2 * capacity)) }
        append(addingCapacity: maximum) { span in
            span.withUnsafeMutableBufferPointer { buffer, count in
                guard let start = buffer.baseAddress else { return }
                var writer = RecordWriter(at: start)
                write(&writer)
                count = writer.count(from: start)
                precondition(count <= maximum, "a record is longer than its maximum")
            }
        }
    }
}
