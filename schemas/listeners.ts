/** Functions that are called at each change, in the form that useSyncExternalStore expects. */
export class Listeners {
  private readonly all = new Set<() => void>();

  /** Adds a listener. Returns a function that removes it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.all.add(listener);
    return () => {
      this.all.delete(listener);
    };
  };

  notify(): void {
    for (const listener of this.all) listener();
  }
}
