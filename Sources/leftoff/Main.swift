@main
enum Main {
    static func main() { LeftoffCommand.runToExit(CommandLine.arguments.dropFirst()) }
}
