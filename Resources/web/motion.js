// What moves: a label thrown along a curve on to the queue's badge. Nothing moves for those who ask for less motion.

const duration = 700;

/** Whether the reader asked for less motion. */
export function isCalm() {
    return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/**
 * The keyframes of a throw: a quadratic curve from one point to another, its control point above the higher of the
 * two, so that what is thrown rises first. Sampled, since keyframes are joined by straight lines.
 * @param {{x: number, y: number}} from
 * @param {{x: number, y: number}} to
 * @param {number} steps
 */
export function throwFrames(from, to, steps = 24) {
    const control = { x: from.x + (to.x - from.x) * 0.35, y: Math.min(from.y, to.y) - 60 };
    return Array.from({ length: steps + 1 }, (_, index) => {
        const t = index / steps;
        const at = (/** @type {'x' | 'y'} */ axis) =>
            (1 - t) ** 2 * from[axis] + 2 * t * (1 - t) * control[axis] + t ** 2 * to[axis];
        return {
            transform: `translate(${at('x') - from.x}px, ${at('y') - from.y}px) scale(${1 - 0.75 * t ** 2})`,
            opacity: t < 0.8 ? 1 : 1 - (t - 0.8) * 3,
        };
    });
}

/**
 * Throws a label from an element on to a target; resolves when it has landed.
 * @param {Element} source
 * @param {Element} target
 * @param {string} text
 */
export async function throwOn(source, target, text) {
    if (isCalm() || !source.animate) return;
    const label = document.createElement('div');
    label.className = 'thrown';
    label.textContent = text;
    label.setAttribute('aria-hidden', 'true');
    document.body.append(label);
    const start = source.getBoundingClientRect();
    const end = target.getBoundingClientRect();
    const size = label.getBoundingClientRect();
    const left = Math.min(start.left + start.width / 2 - size.width / 2, innerWidth - size.width - 8);
    const top = start.top + start.height / 2 - size.height / 2;
    label.style.left = `${left}px`;
    label.style.top = `${top}px`;
    const from = { x: left + size.width / 2, y: top + size.height / 2 };
    const to = { x: end.left + end.width / 2, y: end.top + end.height / 2 };
    try {
        await label.animate(throwFrames(from, to), { duration, easing: 'cubic-bezier(.45,.05,.7,.6)' }).finished;
    } catch {
        // Cancelled, for instance because the page went away: there is nothing left to show.
    } finally {
        label.remove();
    }
}

/**
 * Lets an element answer to what landed on it.
 * @param {Element} element
 */
export function bump(element) {
    if (isCalm() || !element.animate) return;
    element.animate(
        [{ transform: 'scale(1)' }, { transform: 'scale(1.45)', offset: 0.35 }, { transform: 'scale(1)' }],
        { duration: 320, easing: 'ease-out' },
    );
}

/**
 * Folds a removed element away.
 * @param {HTMLElement} element
 */
export async function foldAway(element) {
    if (!isCalm() && element.animate) {
        const height = element.getBoundingClientRect().height;
        element.style.overflow = 'hidden';
        await element
            .animate(
                [
                    { opacity: 1, height: `${height}px` },
                    { opacity: 0, height: `${height}px`, offset: 0.5 },
                    { opacity: 0, height: '0px', marginTop: '-1rem' },
                ],
                { duration: 280, easing: 'ease-in-out' },
            )
            .finished.catch(() => undefined);
    }
    element.remove();
}
