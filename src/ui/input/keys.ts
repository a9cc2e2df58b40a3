/** What keys do. Keys are named as in `aria-keyshortcuts`, several that do the same with a space between: 'Enter Space'. */
export type KeyBindings = Readonly<Record<string, () => void>>

/** Listens until the signal aborts. Other keys, and any with a modifier, stay the browser's. */
export function listenToKeys(element: HTMLElement, keys: KeyBindings, signal: AbortSignal): void {
  const handlers = new Map(
    Object.entries(keys).flatMap(([names, handler]) => names.split(' ').map((name) => [name, handler])),
  )
  const press = (event: KeyboardEvent) => {
    const handler = handlers.get(event.key === ' ' ? 'Space' : event.key)
    if (!handler || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    handler()
  }
  element.addEventListener('keydown', press, { signal })
}

const PAGE = 10

/** The keys of every slider, after the ARIA pattern: arrows go one step, Page keys ten, Home and End to the ends. */
export const sliderKeys = (step: (by: number) => void): KeyBindings => ({
  'ArrowLeft ArrowDown': () => step(-1),
  'ArrowRight ArrowUp': () => step(1),
  PageDown: () => step(-PAGE),
  PageUp: () => step(PAGE),
  Home: () => step(-Infinity),
  End: () => step(Infinity),
})
