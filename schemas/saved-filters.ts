/** The resource that stores the filters of all lists (saved-filter.json), for the server and the browser. */
export const SAVED_FILTERS = 'filtro-salvato';
