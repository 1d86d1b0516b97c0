/** A list query with an invalid parameter; http/errors.ts turns it into a message. */
export class BadQuery extends Error {
  override name = 'BadQuery';

  constructor(
    readonly key: 'bad-filter' | 'bad-page' | 'bad-page-size',
    readonly params: Record<string, string> = {},
  ) {
    super(key);
  }
}
