import HTTPSyntax

/// The `charset` parameter of a media type.
enum ContentTypeCharset {
    /// Returns the encoding that a `Content-Type` names.
    ///
    /// - Parameter contentType: The value of the field, which may be a list.
    /// - Returns: The encoding; nil if none is named, if it is unknown, or if the media type is invalid.
    static func encoding(in contentType: String) -> CharacterEncoding? {
        MediaType.extract(from: [contentType])?["charset"].flatMap { CharacterEncoding(label: $0) }
    }
}
