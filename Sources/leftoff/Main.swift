@main
enum Main {
    static func main() async { await LeftoffCommand.runToExit(CommandLine.arguments.dropFirst()) }
}
