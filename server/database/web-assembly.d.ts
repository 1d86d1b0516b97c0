/** The part of WebAssembly that Node.js has and its types lack. */
declare namespace WebAssembly {
  interface Module {
    readonly [Symbol.toStringTag]?: string;
  }
  function compile(bytes: Uint8Array): Promise<Module>;
}
