/// A function that encodes a query in a document's encoding (URL Standard, 1.3, "percent-encode after encoding").
///
/// It receives the query as UTF-8 bytes and returns the encoded bytes, which the parser then percent-encodes. A code
/// point that the encoding lacks must become `%26%23N%3B`, where N is its decimal number. The parser calls the function
/// only if the result may differ from UTF-8.
package typealias QueryEncoder = @Sendable (_ utf8: UnsafeBufferPointer<UInt8>) -> [UInt8]
