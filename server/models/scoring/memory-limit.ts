const PAGE_BYTES = 65_536

/**
 * Bounds the memory that WebAssembly of this thread may take: heap limits of threads do not cover it, and a small file can
 * ask for any amount. To be called before the runtime is loaded.
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
