import ArgumentParser
import CLazyLibrary
import NativeMessaging

/// `leftoff native-host CALLER`: responds to the messages of a browser that has started the command.
///
/// It is a command of its own because the arguments of a browser may begin with a dash.
struct NativeHostServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Respond to the messages of a browser.", shouldDisplay: false)

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("The arguments with which a browser identifies the extension.", valueName: "caller"))
    var caller: [String] = []

    func run() throws {
        guard NativeHostCaller(arguments: caller) != nil else {
            if let word = misspeltCommand {
                let names = NativeHostCommand.configuration.subcommands.filter { $0.configuration.shouldDisplay }
                    .compactMap { $0.configuration.commandName }
                throw CommandFailure(
                    what: "usage",
                    why: """
                        there is no command '\(NativeHostCommand.name) \(word)', \
                        only \(names.joined(separator: ", ")); see 'leftoff \(NativeHostCommand.name) --help'
                        """,
                    status: .usage)
            }
            throw CommandFailure(
                what: NativeHostCommand.name,
                why: "only a browser may start it, for the Leftoff extension; 'leftoff native-host install' sets it up",
                status: .refused)
        }
        // This comes before anything that takes time, so that the end of the browser is not missed.
        let connection = NativeMessageConnection()
        leftoff_library_keep_running()
        try NativeHost(home: try DataHome()).run(connection)
    }

    /// The first argument if it can only be a misspelt subcommand.
    ///
    /// The first argument of a browser is an origin or the path of a manifest, both of which contain a slash. Options
    /// and the ids of extensions are refused like any other caller.
    private var misspeltCommand: String? {
        guard let word = caller.first, !word.isEmpty else { return nil }
        return word.hasPrefix("-") || word.contains("/") || word.contains("@") ? nil : word
    }
}
