/** A map with certain keys. `of` throws an error with the key if it has no value. */
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
    if (value === undefined) throw new Error(`${this.what}: no value for ${key}.`);
    return value;
  }
}
