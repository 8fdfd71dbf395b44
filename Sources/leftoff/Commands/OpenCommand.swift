import ArgumentParser
import FoundationEssentials
import Snapshots

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// `leftoff open`: opens a place in the default browser.
struct OpenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Open a place in the default browser, at the text where you left off."
    )

    @OptionGroup var place: PlaceArgument

    @Flag(help: "Print the address instead of opening it.")
    var print = false

    func run() throws {
        let stored = try place.find()
        let address = stored.snapshot.textFragmentURL
        if print {
            var output = try OutputStream()
            try output.writeLine(address)
            try output.finish()
            return
        }
        // xdg-open (xdg-utils) starts the default browser; macOS has `open`.
        #if os(macOS)
            let opener = "open"
        #else
            let opener = "xdg-open"
        #endif
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(opener), strdup(address), nil]
        defer { arguments.forEach { free($0) } }
        var process: pid_t = 0
        let result = posix_spawnp(&process, opener, nil, nil, &arguments, environ)
        guard result == 0 else {
            throw CommandFailure(
                what: "open", why: "cannot run \(opener): \(SystemError.text(result)); --print prints the address",
                status: .unavailable)
        }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        if status != 0 {
            throw CommandFailure(
                what: "open", why: "\(opener) could not open a browser; --print prints the address",
                status: .unavailable)
        }
    }
}
