/** Something that waits until the test lets it pass. */
export interface Gate {
  passed: Promise<void>;
  open(): void;
}

export function closedGate(): Gate {
  let open = (): void => undefined;
  const passed = new Promise<void>((settle) => {
    open = settle;
  });
  return { passed, open };
}
