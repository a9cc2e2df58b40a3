/** What keys do to a chart. */
export interface KeyTarget {
  /** Moves the crosshair by so many candles, as far as there are any. */
  step(candles: number): void
  zoomBy(factor: number): void
  /** Says the candle under the crosshair in the live region. */
  announce(): void
  point(): void
}

const ZOOM = 0.8
const PAGE = 10

const KEYS: ReadonlyMap<string, (target: KeyTarget) => void> = new Map([
  ['ArrowLeft', (target) => target.step(-1)],
  ['ArrowDown', (target) => target.step(-1)],
  ['ArrowRight', (target) => target.step(1)],
  ['ArrowUp', (target) => target.step(1)],
  ['PageDown', (target) => target.step(-PAGE)],
  ['PageUp', (target) => target.step(PAGE)],
  ['Home', (target) => target.step(-Infinity)],
  ['End', (target) => target.step(Infinity)],
  ['+', (target) => target.zoomBy(ZOOM)],
  ['=', (target) => target.zoomBy(ZOOM)],
  ['-', (target) => target.zoomBy(1 / ZOOM)],
  ['Enter', (target) => target.announce()],
  [' ', (target) => target.announce()],
  ['Escape', (target) => target.point()],
])

/** Listens until the signal aborts. Keys with a modifier stay the browser's. */
export function listenToKeys(element: HTMLElement, target: KeyTarget, signal: AbortSignal): void {
  const press = (event: KeyboardEvent) => {
    const act = KEYS.get(event.key)
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    act(target)
  }
  element.addEventListener('keydown', press, { signal })
}
