import LinkHarvest
import WHATWGURL

/// Reads pages from files and standard input part by part, and finds their links.
struct PageLoader: Sendable {
    /// Finds the links.
    var harvester: LinkHarvester
    /// Told what is wrong with a page but does not end it, one line each.
    var warn: @Sendable (String) -> Void = { _ in }

    /// Reads one page that is not fetched.
    ///
    /// - Parameters:
    ///   - source: Where it comes from; an address has nothing to read.
    ///   - deliver: Takes the links as they become known.
    /// - Throws: `CommandFailure` naming the source, and what `deliver` throws if that is one.
    func load(_ source: PageSource, deliver: @escaping (LinkBatch) throws -> Void) throws {
        let path: InputPath
        var description = DocumentHarvest.Description(source: source.name)
        switch source {
        case .address: return
        case .file(let file):
            path = file
            description.name = file.text
            description.url = source.address
        case .standardInput: path = InputPath("-")
        }
        let page = harvester.begin(description, warn: warn, deliver: deliver)
        var isEmpty = true
        do {
            try InputBytes.stream(path) { part in
                isEmpty = false
                try page.receive(part)
            }
            try page.finish()
        } catch let error as LinkHarvestError {
            throw CommandFailure(describing: error)
                ?? CommandFailure(what: source.name, why: "\(error)", status: .malformedInput)
        }
        if isEmpty { throw CommandFailure(what: source.name, why: "empty", status: .malformedInput) }
    }
}
