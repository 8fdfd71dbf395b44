package import Normalization

extension URLNormalization {
    /// Parses the names of normalizations.
    ///
    /// - Parameter values: The values of `--normalize`, each a name or a list separated by commas.
    /// - Throws: ``LinkSelectionError/value(_:option:expected:)`` for an unknown name.
    package init(named values: [String]) throws(LinkSelectionError) {
        self = []
        for word in try LinkFilter.words(values, option: "normalize") {
            guard let normalization = Self.names.first(where: { $0.name == word })?.normalization else {
                let known = Self.names.map(\.name).joined(separator: ", ")
                throw .value(word, option: "normalize", expected: "expected one of \(known)")
            }
            formUnion(normalization)
        }
    }
}
