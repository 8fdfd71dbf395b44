/// Encodes the text of a query in a document's encoding (URL Standard, 1.3 percent-encode after encoding).
///
/// It gets the query as UTF-8 bytes and returns the encoded bytes, which the parser then percent-encodes. A code point
/// that the encoding lacks must come out as `%26%23N%3B`, with N its number in decimal. The parser calls it only for
/// schemes and text on which the encoding makes a difference.
package typealias QueryEncoder = @Sendable (_ utf8: UnsafeBufferPointer<UInt8>) -> [UInt8]
