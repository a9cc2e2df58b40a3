/** Handlers by key, named as in `aria-keyshortcuts`; a space separates keys with the same handler: 'Enter Space'. */
export type KeyBindings = Readonly<Record<string, () => void>>

/** Listens until the signal aborts. Other keys and keys with modifiers are left to the browser. */
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

/** Keys of the ARIA slider pattern: arrows move by one, Page keys by ten, Home and End to the ends. */
export const sliderKeys = (step: (by: number) => void): KeyBindings => ({
  'ArrowLeft ArrowDown': () => step(-1),
  'ArrowRight ArrowUp': () => step(1),
  PageDown: () => step(-PAGE),
  PageUp: () => step(PAGE),
  Home: () => step(-Infinity),
  End: () => step(Infinity),
})
