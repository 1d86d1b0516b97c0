/** Returns the text of HTML in one line. The parsed document loads and executes nothing. */
export const textOfHtml = (html: string): string =>
  (new DOMParser().parseFromString(html.replaceAll('<', ' <'), 'text/html').body.textContent ?? '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ([.,;:!?])/g, '$1')
    .trim();
