// A parser of server-sent events (HTML Standard, section 9.2.6). `EventSource` cannot send the secret of the session.

/**
 * An event; `id` is that of the last event that had one.
 *
 * @typedef {{name: string, data: string, id: string}} StreamEvent
 */

export class EventStreamParser {
    constructor() {
        /** The part of a line that has arrived. */
        this.line = '';
        /** True if the last text ended with a carriage return, to which a line feed may belong. */
        this.endsWithReturn = false;
        this.id = '';
        this.name = '';
        /** @type {string[]} */
        this.data = [];
    }

    /**
     * Adds a part of the stream, and returns the events that it completes.
     *
     * @param {string} text without a byte order mark
     * @returns {StreamEvent[]}
     */
    parse(text) {
        const added = this.endsWithReturn && text.startsWith('\n') ? text.slice(1) : text;
        if (text !== '') this.endsWithReturn = added.endsWith('\r');
        const lines = (this.line + added).split(/\r\n|\n|\r/);
        this.line = lines.pop() ?? '';
        return lines.flatMap((line) => this.read(line));
    }

    /**
     * @param {string} line
     * @returns {StreamEvent[]} the event that the line ends, if any
     */
    read(line) {
        if (line === '') return this.end();
        const colon = line.indexOf(':');
        const field = colon < 0 ? line : line.slice(0, colon);
        const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
        if (field === 'data') this.data.push(value);
        else if (field === 'event') this.name = value;
        else if (field === 'id' && !value.includes('\0')) this.id = value;
        // Comments and unknown fields are ignored, as is `retry`: the page has its own delays.
        return [];
    }

    /** @returns {StreamEvent[]} */
    end() {
        const { name, data, id } = this;
        this.name = '';
        this.data = [];
        return data.length === 0 ? [] : [{ name: name || 'message', data: data.join('\n'), id }];
    }
}
