/** Converts names from one spelling to another. */

/** Converts id_reparto to idReparto. */
export const camelCase = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Converts cost-line to CostLine. */
export const pascalCase = (name: string): string =>
  name.replaceAll(/(^|-)(\w)/g, (_, _dash, letter: string) => letter.toUpperCase());
