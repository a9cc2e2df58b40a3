/**
 * Handlers by key, named as in `aria-keyshortcuts`, with `Control+` also for the command key; a space separates keys with the
 * same handler: 'Enter Space'. Letters are capitals. Shift makes no difference, but is in the event.
 */
export type KeyBindings<Names extends string = string> = Readonly<Record<Names, (event: KeyboardEvent) => void>>

const NAMES = new Map([
  [' ', 'Space'],
  ['+', 'Plus'],
])
const nameOf = ({ key, ctrlKey, metaKey }: KeyboardEvent): string =>
  `${ctrlKey || metaKey ? 'Control+' : ''}${NAMES.get(key) ?? (key.length === 1 ? key.toUpperCase() : key)}`

/** Listens until the signal aborts. Other keys and other modifiers are left to the browser. */
export function listenToKeys(element: HTMLElement, keys: KeyBindings, signal: AbortSignal): void {
  const handlers = new Map(
    Object.entries(keys).flatMap(([names, handler]) => names.split(' ').map((name) => [name, handler])),
  )
  const press = (event: KeyboardEvent) => {
    const handler = handlers.get(nameOf(event))
    if (!handler || event.altKey) return
    event.preventDefault()
    handler(event)
  }
  element.addEventListener('keydown', press, { signal })
}

const PAGE = 10

/** Keys of the ARIA slider pattern: arrows move by one, Page keys by ten, Home and End to the ends. */
export const sliderKeys = (step: (by: number, event: KeyboardEvent) => void) => {
  const by = (steps: number) => (event: KeyboardEvent) => step(steps, event)
  return {
    'ArrowLeft ArrowDown': by(-1),
    'ArrowRight ArrowUp': by(1),
    PageDown: by(-PAGE),
    PageUp: by(PAGE),
    Home: by(-Infinity),
    End: by(Infinity),
  } satisfies KeyBindings
}
