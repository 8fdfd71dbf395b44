/// The lower-case and upper-case forms of a scalar, if these are single scalars (Unicode's simple case mapping).
struct LetterCases: Sendable, Hashable {
    let scalar: Unicode.Scalar
    let lower: Unicode.Scalar
    let upper: Unicode.Scalar

    init(_ scalar: Unicode.Scalar) {
        self.scalar = scalar
        switch scalar {
        case "a"..."z": (lower, upper) = (scalar, Unicode.Scalar(UInt8(scalar.value) - 0x20))
        case "A"..."Z": (lower, upper) = (Unicode.Scalar(UInt8(scalar.value) + 0x20), scalar)
        case "\0"..."\u{7F}": (lower, upper) = (scalar, scalar)
        default:
            lower = Self.only(scalar.properties.lowercaseMapping) ?? scalar
            upper = Self.only(scalar.properties.uppercaseMapping) ?? scalar
        }
    }

    private static func only(_ mapping: String) -> Unicode.Scalar? {
        let scalars = mapping.unicodeScalars
        return scalars.count == 1 ? scalars.first : nil
    }
}
