extension ZenPlayer {
    /// Plays the game on the terminal that a descriptor refers to.
    ///
    /// - Parameter descriptor: The descriptor, such as 2 for standard error.
    /// - Returns: The score; nil if the descriptor refers to no terminal, or no keys can be read from it.
    package func play(descriptor: Int32) async -> Int? {
        guard let device = SystemTerminal(descriptor: descriptor) else { return nil }
        let clock = DisplayThreadClock()
        return await withTaskExecutorPreference(clock.executor) { await play(on: device, clock: clock) }
    }
}
