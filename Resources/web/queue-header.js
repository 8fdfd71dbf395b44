// The parts of the page that summarize the queue: the badge, the line above the lists, and the buttons that act on all
// downloads.

import { part, setText } from './elements.js';
import { turnTo } from './motion.js';
import { makeNotice } from './notices.js';
import { setHidden } from './queue-rows.js';

export class QueueHeader {
    /**
     * @param {import('./queue-state.js').QueueState} state
     */
    constructor(state) {
        this.state = state;
        this.badge = part('badge');
        this.notice = part('queue-notice');
        /** The number of callers that keep the badge unchanged. */
        this.holds = 0;
    }

    /**
     * Updates the badge, the summary, the buttons and the notice of an empty queue.
     *
     * @param {boolean} isWhole true if all three lists have been loaded
     */
    update(isWhole) {
        const { todo, paused } = this.state.counts();
        if (this.holds === 0) {
            const wasHidden = this.badge.hidden;
            this.badge.hidden = todo === 0;
            if (wasHidden) this.badge.textContent = this.state.badgeText;
            else turnTo(this.badge, this.state.badgeText);
            setText(part('badge-words'), todo > 0 ? ' to do' : '');
        }
        setText(part('queue-summary'), this.state.summary);
        setHidden(part('pause-all'), todo === 0);
        setHidden(part('resume-all'), paused === 0);
        if (this.state.items.size > 0) this.notice.replaceChildren();
        else if (isWhole) {
            this.notice.replaceChildren(makeNotice({
                heading: 'The queue is empty',
                text: 'Queue links of a place, or enter the address of a file above.',
            }));
        }
    }
}
