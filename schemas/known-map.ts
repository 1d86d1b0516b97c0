/** A map of which it is known that what is looked up with `of` is there: a key without a value is an error that names it. */
export class KnownMap<Key, Value> extends Map<Key, Value> {
  constructor(
    private readonly what: string,
    entries?: Iterable<readonly [Key, Value]>,
  ) {
    super();
    for (const [key, value] of entries ?? []) this.set(key, value);
  }

  of(key: Key): Value {
    const value = this.get(key);
    if (value === undefined) throw new Error(`${this.what}: there is none called ${key}.`);
    return value;
  }
}
