/** The form of the period, for the button over the page. */
export const GENERATE_FORM = 'generate-form';
