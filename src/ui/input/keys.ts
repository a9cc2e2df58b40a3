/** What keys do. Keys are named as in `aria-keyshortcuts`, several that do the same with a space between: 'Enter Space'. */
export type Keys = Readonly<Record<string, () => void>>

/** Listens until the signal aborts. Other keys, and any with a modifier, stay the browser's. */
export function listenToKeys(element: HTMLElement, keys: Keys, signal: AbortSignal): void {
  const acts = new Map(Object.entries(keys).flatMap(([names, act]) => names.split(' ').map((name) => [name, act])))
  const press = (event: KeyboardEvent) => {
    const act = acts.get(event.key === ' ' ? 'Space' : event.key)
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    act()
  }
  element.addEventListener('keydown', press, { signal })
}

const PAGE = 10

/** The keys of every slider, after the ARIA pattern: arrows go one step, Page keys ten, Home and End to the ends. */
export const sliderKeys = (step: (by: number) => void): Keys => ({
  'ArrowLeft ArrowDown': () => step(-1),
  'ArrowRight ArrowUp': () => step(1),
  PageDown: () => step(-PAGE),
  PageUp: () => step(PAGE),
  Home: () => step(-Infinity),
  End: () => step(Infinity),
})
