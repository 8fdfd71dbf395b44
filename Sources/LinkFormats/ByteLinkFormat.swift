package import LinkHarvest

/// A format that writes links from their bytes, without creating strings.
package protocol ByteLinkFormat: LinkFormat {
    /// Appends a link.
    ///
    /// - Parameters:
    ///   - link: The link's properties.
    ///   - check: The link's check; nil if no check was requested.
    ///   - output: Receives the bytes of the link.
    mutating func write(_ link: LinkBytes, check: LinkRecord.Check?, into output: inout [UInt8])
}

extension ByteLinkFormat {
    package mutating func write(_ record: LinkRecord, into output: inout [UInt8]) -> LinkOmission? {
        record.link.withBytes { write($0, check: record.check, into: &output) }
        return nil
    }

    package mutating func write(
        _ batch: LinkBatch, _ indices: LinkIndices, limit: Int, into output: inout [UInt8]
    ) -> LinkTally {
        var tally = LinkTally()
        batch.withBytes { links in
            indices.forEach(in: links.count) { index in
                guard tally.written < limit else { return false }
                write(links[index], check: nil, into: &output)
                tally.register(nil)
                return true
            }
        }
        return tally
    }
}
