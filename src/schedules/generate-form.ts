/** The id of the form that the header's button submits. */
export const GENERATE_FORM = 'generate-form';
