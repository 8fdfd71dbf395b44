import Foundation
import Numbers

extension PartialContent {
    /// All properties except the first four, as a store keeps them in one JSON text with short keys.
    private struct State: Decodable {
        var piece: Int64?
        var segments: [[Int64]]?
        var digest: String?
        var modified: Int64?
        var address: String?
        var boot: String?
        var part: String?
        var page: Bool?
    }

    /// The pieces, digest, dates, URL and identifiers as one JSON text for the store; nil when there are none.
    ///
    /// Setting a text that is not such JSON has no effect; the download may then have to start over.
    package var state: String? {
        get {
            guard
                pieceBytes != nil || !segments.isEmpty || digest != nil || modified != nil || finalAddress != nil
                    || boot != nil || partToken != nil || isPage
            else { return nil }
            // Encoded by hand: it is written several times for each small file, and an encoder would cost more than
            // everything else.
            var members: [String] = []
            if let pieceBytes { members.append("\"piece\":\(pieceBytes)") }
            if !segments.isEmpty {
                let parts = segments.map { "[\($0.start),\($0.durable),\($0.end)]" }
                members.append("\"segments\":[\(parts.joined(separator: ","))]")
            }
            if let digest { members.append("\"digest\":\"\(digest)\"") }
            if let modified { members.append("\"modified\":\(modified)") }
            // Neither a serialized URL nor a boot identifier contains a quotation mark, a backslash or a control
            // character.
            if let finalAddress, Self.isPlain(finalAddress) { members.append("\"address\":\"\(finalAddress)\"") }
            if let boot, Self.isPlain(boot) { members.append("\"boot\":\"\(boot)\"") }
            if let partToken, Self.isToken(partToken) { members.append("\"part\":\"\(partToken)\"") }
            if isPage { members.append("\"page\":true") }
            return "{\(members.joined(separator: ","))}"
        }
        set {
            guard let newValue, let state = try? JSONDecoder().decode(State.self, from: Data(newValue.utf8)) else {
                return
            }
            pieceBytes = state.piece
            segments = (state.segments ?? []).filter { $0.count == 3 }
                .map { PartSegment(start: $0[0], durable: $0[1], end: $0[2]) }
            digest = state.digest.flatMap { try? Checksum($0) }
            modified = state.modified?.clamped(to: Self.dates)
            finalAddress = state.address
            boot = state.boot
            isPage = state.page ?? false
            partToken = state.part.flatMap { Self.isToken($0) ? $0 : nil }
        }
    }

    /// The dates that RFC 3339 can represent, in seconds since 1970.
    private static let dates: ClosedRange<Int64> = -62_167_219_200...253_402_300_799

    /// Returns true for sixteen hexadecimal digits in lower case, which are safe in a file name.
    private static func isToken(_ text: String) -> Bool {
        text.utf8.count == 16
            && text.utf8.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            }
    }

    private static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    }
}
