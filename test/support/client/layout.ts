/** Height of every row, px. */
const ROW_PX = 40

/** jsdom has no layout, but virtual lists need sizes: defines them and returns a function that restores the originals. */
export function withLayout(height = 600): () => void {
  const sizes = { clientHeight: height, clientWidth: 800, offsetHeight: ROW_PX }
  const before = Object.keys(sizes).map(
    (name) => [name, Reflect.getOwnPropertyDescriptor(HTMLElement.prototype, name)] as const,
  )
  for (const [name, size] of Object.entries(sizes)) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => size })
  }
  return () => {
    for (const [name, size] of before) {
      if (size) Object.defineProperty(HTMLElement.prototype, name, size)
      else Reflect.deleteProperty(HTMLElement.prototype, name)
    }
  }
}
