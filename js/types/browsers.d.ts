/** The parts of browsers that TypeScript 4.8 does not declare. */

/**
 * True in the two bookmarklets, which are limited in length: Tools/build-scripts replaces it by a constant, and what
 * only the other scripts do is omitted. Undefined in modules that are not bundled, which are complete.
 */
declare var LEFTOFF_LITE: boolean | undefined;

interface Element {
    /** Missing in Safari before 17.4 and Chromium before 105, so js/ checks for it. */
    checkVisibility(options?: { checkVisibilityCSS?: boolean; contentVisibilityAuto?: boolean }): boolean;
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

interface HTMLElement {
    showPopover(): void;
    hidePopover(): void;
}

interface ToggleEvent extends Event {
    readonly newState: 'open' | 'closed';
}
