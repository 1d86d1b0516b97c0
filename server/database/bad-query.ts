/** A list call that cannot be answered as it was asked; http/errors.ts says it to the person. */
export class BadQuery extends Error {
  override name = 'BadQuery';

  constructor(
    readonly key: 'bad-filter' | 'bad-page' | 'bad-page-size',
    readonly params: Record<string, string> = {},
  ) {
    super(key);
  }
}
