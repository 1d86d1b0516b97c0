/** rjsf's validator. It calls our validator, and compiles no schema in the browser. */
import type { ErrorSchema, RJSFValidationError, ValidatorType } from '@rjsf/utils';
import type { Language, Row } from '../../schemas/entity.ts';
import { type Refusal, refusalTexts } from '../../schemas/validate.ts';

export const errorSchemaOf = (texts: Record<string, string>): ErrorSchema<Row> =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, { __errors: [text] }]),
  ) as ErrorSchema<Row>;

/** Returns the validator. `check` validates the values to send. */
export function formValidator(
  check: (typed: Row) => Refusal[],
  language: () => Language,
): ValidatorType<Row> {
  return {
    validateFormData(typed) {
      const texts = refusalTexts(check(typed ?? {}), language());
      const errors: RJSFValidationError[] = Object.entries(texts).map(([name, text]) => ({
        property: `.${name}`,
        message: text,
        stack: text,
      }));
      return { errors, errorSchema: errorSchemaOf(texts) };
    },
    isValid: () => true,
    rawValidation: () => ({}),
  };
}
