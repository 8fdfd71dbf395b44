/// A store of copies of pages, which belong to places.
package protocol CopyArchive: Sendable {
    /// Returns the copies of a place, text before picture; empty if there are none.
    ///
    /// - Parameter placeID: The complete id of the place.
    /// - Returns: The records; empty also if there is no such place.
    /// - Throws: An error of the store.
    func copies(of placeID: String) throws -> [StoredCopy]

    /// Returns the content of a copy after checking its digest.
    ///
    /// - Parameter copy: A record from this archive.
    /// - Returns: The JSON in UTF-8.
    /// - Throws: An error of the store, also if the file is missing or damaged.
    func content(of copy: StoredCopy) throws -> [UInt8]

    /// Stores a copy; it replaces the place's copy of that kind.
    ///
    /// - Parameters:
    ///   - content: The JSON in UTF-8, as ``CopyKind/normalized(json:)`` returns it.
    ///   - kind: The kind of copy.
    ///   - placeID: The complete id of the place.
    /// - Returns: The record, or the reason why the copy is not stored.
    /// - Throws: An error of the store, also if there is no such place.
    func add(_ content: [UInt8], kind: CopyKind, to placeID: String) throws -> CopyOutcome

    /// Removes a copy; does nothing if there is none.
    ///
    /// - Parameters:
    ///   - kind: The kind of copy.
    ///   - placeID: The complete id of the place.
    /// - Throws: An error of the store.
    func remove(_ kind: CopyKind, of placeID: String) throws

    /// Returns the copy of a place, or else the newest copy of another place on the same page; nil if there is none.
    ///
    /// - Parameters:
    ///   - placeID: The complete id of the place.
    ///   - kind: The kind of copy.
    /// - Returns: The record of the copy, which can belong to another place.
    /// - Throws: An error of the store.
    func nearestCopy(to placeID: String, kind: CopyKind) throws -> StoredCopy?
}
