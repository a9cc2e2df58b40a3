const PAGE_BYTES = 65_536

/**
 * Limits the WebAssembly memory of this thread: the heap limits of threads do not cover it, and a small file can request any
 * amount. Call it before the runtime is loaded.
 */
export function limitWasmMemory(bytes: number): void {
  const pages = Math.floor(bytes / PAGE_BYTES)
  const Unbounded = WebAssembly.Memory
  class Bounded extends Unbounded {
    constructor(descriptor: WebAssembly.MemoryDescriptor) {
      super({ ...descriptor, maximum: Math.min(descriptor.maximum ?? pages, pages) })
    }
  }
  Object.defineProperty(WebAssembly, 'Memory', { value: Bounded })
}
