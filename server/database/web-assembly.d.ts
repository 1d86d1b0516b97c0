/** What Node.js has of WebAssembly, and its types do not say. */
declare namespace WebAssembly {
  interface Module {
    readonly [Symbol.toStringTag]?: string;
  }
  function compile(bytes: Uint8Array): Promise<Module>;
}
