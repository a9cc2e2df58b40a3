import { animationFrameScheduler, Subscription } from 'rxjs'

/** Collects the parts that have to be painted and paints them together, at most once per animation frame. */
export interface FrameLoop<Part> {
  /** For what changes at any time, such as by input. */
  readonly paintInNextFrame: (...parts: readonly Part[]) => void
  /** For data that arrives within an animation frame: it is painted at the end of that frame. */
  readonly paintInThisFrame: (...parts: readonly Part[]) => void
}

/**
 * While the tab is hidden or the element is scrolled out of view, painting is deferred until it is visible again. Errors thrown
 * by `paint` go to `onError`. Stops when the signal aborts.
 */
export function createFrameLoop<Part>(
  element: HTMLElement,
  signal: AbortSignal,
  onError: (error: unknown) => void,
  paint: (dirty: ReadonlySet<Part>) => void,
): FrameLoop<Part> {
  let dirty = new Set<Part>()
  let isOnScreen = true
  let nextFrame = Subscription.EMPTY
  const isDue = () => dirty.size > 0 && isOnScreen && !document.hidden

  function paintDirty(): void {
    // Also if nothing may be painted now: whatever makes it due again schedules another.
    nextFrame.unsubscribe()
    if (!isDue()) return
    const parts = dirty
    dirty = new Set()
    try {
      paint(parts)
    } catch (error) {
      onError(error)
    }
  }
  // RxJS runs everything scheduled for a frame in one callback. The microtask comes after all of it: what the streams
  // publish in the frame is painted together with what the user did before.
  const paintAtEnd = () => queueMicrotask(paintDirty)
  function schedule(): void {
    if (isDue() && nextFrame.closed) nextFrame = animationFrameScheduler.schedule(paintAtEnd)
  }
  function invalidate(parts: readonly Part[]): void {
    for (const part of parts) dirty.add(part)
  }

  const observer = new IntersectionObserver((entries) => {
    isOnScreen = entries.at(-1)?.isIntersecting ?? true
    schedule()
  })
  observer.observe(element)
  document.addEventListener('visibilitychange', schedule, { signal })
  signal.addEventListener('abort', () => {
    observer.disconnect()
    nextFrame.unsubscribe()
    isOnScreen = false
  })
  return {
    paintInNextFrame(...parts) {
      invalidate(parts)
      schedule()
    },
    paintInThisFrame(...parts) {
      invalidate(parts)
      paintAtEnd()
    },
  }
}
