import Glibc

/// A converter of the C library, `iconv`.
final class Converter {
    /// Why a conversion stopped.
    enum Stop {
        /// All input is used up.
        case finished
        /// The output is full.
        case outputFull
        /// What follows is malformed, or can't be written in the other encoding.
        case invalid
        /// The input ends within a character.
        case incomplete
    }

    private let descriptor: iconv_t

    /// Opens a converter.
    ///
    /// - Parameters:
    ///   - source: The C library's name of the encoding of the input.
    ///   - target: Its name of the encoding of the output.
    ///   - encoding: The encoding, for the error.
    /// - Throws: ``MarkupError/converterUnavailable(encoding:)``.
    init(from source: String, to target: String, for encoding: CharacterEncoding) throws {
        guard let descriptor = iconv_open(target, source), Int(bitPattern: descriptor) != -1 else {
            throw MarkupError.converterUnavailable(encoding: encoding.rawValue)
        }
        self.descriptor = descriptor
    }

    deinit {
        iconv_close(descriptor)
    }

    /// Converts as much as fits.
    ///
    /// - Parameters:
    ///   - input: The input.
    ///   - output: Room for the output.
    /// - Returns: How many bytes were read and written, and why no more.
    func convert(
        _ input: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>
    ) -> (read: Int, written: Int, stop: Stop) {
        var source = UnsafeMutableRawPointer(mutating: input.baseAddress)?.assumingMemoryBound(to: CChar.self)
        var sourceLeft = input.count
        var target = UnsafeMutableRawPointer(output.baseAddress)?.assumingMemoryBound(to: CChar.self)
        var targetLeft = output.count
        let result = iconv(descriptor, &source, &sourceLeft, &target, &targetLeft)
        let stop: Stop
        if result != -1 {
            stop = .finished
        } else {
            switch errno {
            case E2BIG: stop = .outputFull
            case EINVAL: stop = .incomplete
            default: stop = .invalid
            }
        }
        return (input.count - sourceLeft, output.count - targetLeft, stop)
    }

    /// Writes what brings the output back to its first state, and forgets the state.
    ///
    /// - Parameter output: Room for it; 16 bytes are enough.
    /// - Returns: How many bytes were written.
    func reset(into output: UnsafeMutableBufferPointer<UInt8>) -> Int {
        var target = UnsafeMutableRawPointer(output.baseAddress)?.assumingMemoryBound(to: CChar.self)
        var targetLeft = output.count
        iconv(descriptor, nil, nil, &target, &targetLeft)
        return output.count - targetLeft
    }
}
