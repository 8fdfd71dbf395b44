import Glibc

/// An `iconv` converter of the C library.
final class Converter {
    /// The reason why a conversion stopped.
    enum Stop {
        /// All input has been converted.
        case finished
        /// The output is full.
        case outputFull
        /// The next input is malformed or cannot be encoded in the target encoding.
        case invalid
        /// The input ends within a character.
        case incomplete
    }

    private let descriptor: iconv_t

    /// Opens a converter.
    ///
    /// - Parameters:
    ///   - source: The C library's name of the input's encoding.
    ///   - target: The C library's name of the output's encoding.
    ///   - encoding: The encoding that an error names.
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

    /// Converts as much input as fits into the output.
    ///
    /// - Parameters:
    ///   - input: The bytes to convert.
    ///   - output: The memory for the result.
    /// - Returns: The numbers of bytes read and written, and the reason why the conversion stopped.
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

    /// Writes the bytes that return the output to the encoding's initial shift state, and resets the converter.
    ///
    /// - Parameter output: Memory for the bytes; 16 are sufficient.
    /// - Returns: The number of bytes written.
    func reset(into output: UnsafeMutableBufferPointer<UInt8>) -> Int {
        var target = UnsafeMutableRawPointer(output.baseAddress)?.assumingMemoryBound(to: CChar.self)
        var targetLeft = output.count
        iconv(descriptor, nil, nil, &target, &targetLeft)
        return output.count - targetLeft
    }
}
