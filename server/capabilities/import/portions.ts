/** Splits work into portions of a tenth of a second, so that other requests and the progress are not delayed. */
const TARGET_MS = 100;
const FEWEST = 5;
const MOST = 200;

export class Portions {
  #at = 0;
  #size = 20;
  #taken = 0;
  #begun = 0;

  constructor(private readonly items: number[]) {}

  next(): number[] {
    const items = this.items.slice(this.#at, this.#at + this.#size);
    this.#at += items.length;
    this.#taken = items.length;
    this.#begun = performance.now();
    return items;
  }

  /** Adjusts the size of the next portion to the time that this one took. */
  measured(): void {
    const each = (performance.now() - this.#begun) / Math.max(1, this.#taken);
    this.#size = Math.round(Math.min(MOST, Math.max(FEWEST, TARGET_MS / Math.max(each, 0.01))));
  }
}
