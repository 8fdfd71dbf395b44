// Opens a page of the service and signs the browser in. The one-time code is in the body of a form, so that it is part
// of no address and of no history.

/** The addresses at which a service of this computer listens. */
const LOOPBACK = /^http:\/\/127\.0\.0\.1:[0-9]{1,5}$/;

/**
 * Leaves the current page for a page of the service.
 *
 * @param {{origin: string, code: string}} signIn
 * @param {string} [next] the path on the service; the start page by default
 * @throws {Error} if the origin is not on this computer
 */
export function openService({ origin, code }, next) {
    if (!LOOPBACK.test(origin)) throw new Error('Leftoff returned an address that is not on this computer.');
    const form = document.createElement('form');
    form.method = 'POST';
    form.action = `${origin}/login`;
    form.hidden = true;
    for (const [name, value] of Object.entries({ code, ...(next ? { next } : {}) })) {
        const field = document.createElement('input');
        field.name = name;
        field.value = value;
        field.autocomplete = 'off';
        form.append(field);
    }
    document.body.append(form);
    form.submit();
    form.remove();
}
