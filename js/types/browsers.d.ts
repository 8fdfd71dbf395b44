/** The parts of browsers that TypeScript 4.8 does not declare. */

interface Element {
    checkVisibility?(options?: { checkVisibilityCSS?: boolean; contentVisibilityAuto?: boolean }): boolean;
}

interface Array<T> {
    findLast(predicate: (value: T, index: number, all: T[]) => boolean): T | undefined;
}

interface CompressionStream extends GenericTransformStream {}
declare const CompressionStream: {
    new (format: 'deflate' | 'deflate-raw' | 'gzip'): CompressionStream;
};

interface DecompressionStream extends GenericTransformStream {}
declare const DecompressionStream: typeof CompressionStream;
