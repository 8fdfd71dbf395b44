internal import CLibIDN2

/// UTS 46 ToASCII for domains with characters beyond ASCII, as the URL Standard's domain parser calls it (3.3).
///
/// libidn2 maps, normalizes, checks and encodes each label. This type makes corrections where libidn2 departs from the
/// URL Standard: its tables are those of Unicode 13, it applies hyphen rules that the standard disables, and it rejects
/// most symbols.
///
/// Some differences remain. A label fails if its ASCII form exceeds 63 bytes, if it mixes symbols with a deviation
/// character or with right-to-left letters, or if it contains a character newer than Unicode 13. The right-to-left rule
/// is checked for each label separately, and not for the whole domain.
enum DomainName {
    /// The maximum length of a domain that is not ASCII, so that a hostile page cannot keep the conversion busy.
    ///
    /// DNS allows 253 bytes.
    private static let maximumLength = 16384
    /// The character that replaces hyphens that libidn2 would reject.
    ///
    /// No label may contain it, and it is treated like a hyphen by the right-to-left rule.
    private static let hyphenStandIn = UInt8(ascii: "|")

    private static let aLabelPrefix = Array("xn--".utf8)

    /// Converts a domain to ASCII.
    ///
    /// - Parameter domain: The domain in UTF-8.
    /// - Returns: The ASCII domain, not yet checked for forbidden code points; nil on failure.
    static func toASCII(_ domain: [UInt8]) -> [UInt8]? {
        guard domain.count <= maximumLength, let text = String(validating: domain, as: UTF8.self) else { return nil }
        var mapped: [UInt8] = []
        mapped.reserveCapacity(domain.count)
        for scalar in text.unicodeScalars { appendMapped(scalar, to: &mapped) }

        var result: [UInt8] = []
        result.reserveCapacity(mapped.count + 8)
        for (index, label) in mapped.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).enumerated()
        {
            if index > 0 { result.append(UInt8(ascii: ".")) }
            if label.allSatisfy({ $0 < 0x80 }) && !label.starts(with: aLabelPrefix) {
                result += label
            } else {
                guard let ascii = labelToASCII(Array(label)) else { return nil }
                result += ascii
            }
        }
        return result
    }

    /// Maps dots, hyphens, and characters whose mappings are newer than libidn2's tables.
    private static func appendMapped(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        let replacement: Unicode.Scalar
        switch scalar.value {
        case 0x41...0x5A:
            bytes.append(UInt8(scalar.value | 0x20))
            return
        case 0...0x7F:
            bytes.append(UInt8(scalar.value))
            return
        case 0xFF01...0xFF5E:
            // Fullwidth ASCII, which includes a dot and a hyphen.
            let byte = UInt8(scalar.value - 0xFEE0)
            bytes.append(byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte)
            return
        case 0x3002, 0xFF61: replacement = "."
        case 0xFE63: replacement = "-"
        case 0x1E9E: replacement = "\u{DF}"
        case 0x04C0: replacement = "\u{04CF}"
        case 0x10A0...0x10C5: replacement = Unicode.Scalar(scalar.value - 0x10A0 + 0x2D00) ?? scalar
        case 0x2132: replacement = "\u{214E}"
        case 0x2183: replacement = "\u{2184}"
        case 0x2F868: replacement = "\u{36FC}"
        case 0x2F874: replacement = "\u{5F53}"
        case 0x2F91F: replacement = "\u{243AB}"
        case 0x2F95F: replacement = "\u{7AEE}"
        case 0x2F9BF: replacement = "\u{45D7}"
        case 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180E, 0x2061...0x2063, 0x206A...0x206F, 0x3164, 0xFFA0,
            0x1D173...0x1D17A:
            return
        default: replacement = scalar
        }
        bytes.append(contentsOf: UTF8.encode(replacement) ?? UTF8.encodedReplacementCharacter)
    }

    /// Converts a label that is not ASCII, or checks an A-label.
    private static func labelToASCII(_ label: [UInt8]) -> [UInt8]? {
        // libidn2 takes a C string.
        if label.contains(0) || label.contains(hyphenStandIn) { return nil }
        if label.starts(with: aLabelPrefix), label.allSatisfy({ $0 < 0x80 }) { return checkedALabel(label) }

        guard let output = convert(hidingHyphens(label[...])) else { return nil }
        let result = showingHyphens(output)
        // All hyphens were replaced, so a hyphen in the output comes from libidn2: the label was encoded.
        guard result.starts(with: aLabelPrefix) else { return result }
        if output.starts(with: aLabelPrefix) { return isNestedALabel(result) ? nil : result }
        return checkedALabel(result)
    }

    /// Returns the label if its Punycode decodes to a label with the same encoding; otherwise nil.
    private static func checkedALabel(_ label: [UInt8]) -> [UInt8]? {
        if isNestedALabel(label) { return nil }
        let encoded = label[aLabelPrefix.count...]
        guard let delimiter = encoded.lastIndex(of: UInt8(ascii: "-")) else { return convert(label) }
        return convert(aLabelPrefix + hidingHyphens(encoded[..<delimiter]) + encoded[delimiter...]).map(showingHyphens)
    }

    /// Returns true if the decoded label itself starts with `xn--`, which UTS 46 forbids.
    private static func isNestedALabel(_ label: [UInt8]) -> Bool {
        label.dropFirst(aLabelPrefix.count).starts(with: aLabelPrefix)
    }

    private static func hidingHyphens(_ label: ArraySlice<UInt8>) -> [UInt8] {
        label.map { $0 == UInt8(ascii: "-") ? hyphenStandIn : $0 }
    }

    private static func showingHyphens(_ label: [UInt8]) -> [UInt8] {
        label.map { $0 == hyphenStandIn ? UInt8(ascii: "-") : $0 }
    }

    private static func convert(_ label: [UInt8]) -> [UInt8]? {
        switch convert(label, mode: LEFTOFF_IDN_STRICT) {
        case .success(let result): result
        case .invalid: nil
        case .disallowed where !mayHoldSymbols(label): nil
        case .disallowed:
            if case .success(let result) = convert(label, mode: LEFTOFF_IDN_SYMBOLS) { result } else { nil }
        }
    }

    private enum Conversion { case success([UInt8]), disallowed, invalid }

    private static func convert(_ label: [UInt8], mode: leftoff_idn_mode) -> Conversion {
        // An ASCII label has at most 63 bytes; libidn2 itself rejects longer ones.
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { output in
            guard let start = output.baseAddress else { return .invalid }
            let length = (label + [0]).withUnsafeBytes { bytes -> Int32 in
                guard let text = bytes.bindMemory(to: CChar.self).baseAddress else { return LEFTOFF_IDN_INVALID }
                return leftoff_idn_label_to_ascii(text, mode, start, output.count)
            }
            if length == LEFTOFF_IDN_DISALLOWED { return .disallowed }
            if length < 0 { return .invalid }
            return .success(output.prefix(Int(length)).map { UInt8(bitPattern: $0) })
        }
    }

    /// Returns true if libidn2's mode for symbols gives the right result for a label.
    ///
    /// That mode removes or replaces deviation characters, and does not check the right-to-left rule.
    private static func mayHoldSymbols(_ label: [UInt8]) -> Bool {
        String(decoding: label, as: UTF8.self).unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0xDF, 0x03C2, 0x200C, 0x200D: false
            case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF: false
            default: true
            }
        }
    }
}
