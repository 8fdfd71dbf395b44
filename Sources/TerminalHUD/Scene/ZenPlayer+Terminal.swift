extension ZenPlayer {
    /// Plays on the terminal of a descriptor.
    ///
    /// - Parameter descriptor: The descriptor, such as 2 for stderr.
    /// - Returns: The score; nil if there is no terminal, or no key can be read from it.
    package func play(descriptor: Int32) async -> Int? {
        guard let device = SystemTerminal(descriptor: descriptor) else { return nil }
        let clock = DisplayThreadClock()
        return await withTaskExecutorPreference(clock.executor) { await play(on: device, clock: clock) }
    }
}
