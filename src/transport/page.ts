import { asyncScheduler, fromEvent, map, merge, throttleTime, type Observable } from 'rxjs'

/** Signs of a user: mouse, keyboard, scroll, touch, click, focus. */
const ACTIVITY = ['mousemove', 'mousedown', 'keydown', 'wheel', 'scroll', 'touchstart', 'touchmove', 'click', 'focus']
const THROTTLE_MS = 1_000
/** What somebody does and sees the answer to. */
const PRESSES = ['pointerdown', 'click', 'keydown']

export interface PagePorts {
  readonly window: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>
  readonly document: Pick<Document, 'addEventListener' | 'removeEventListener' | 'visibilityState'>
  readonly now: () => number
}

/** Heard before anything in the page, and without holding it up. */
const eventsOf = (window: PagePorts['window'], names: readonly string[]): Observable<Event> =>
  merge(...names.map((name) => fromEvent<Event>(window, name, { passive: true, capture: true })))

/** Each press of a key or a button, before the page answers it. */
export const pressesOf = (window: PagePorts['window']): Observable<Event> => eventsOf(window, PRESSES)

/** The page as seen from the session: is somebody there, and might timers have slept? */
export function createPage({ window, document, now }: PagePorts) {
  return {
    /** Leading and trailing: the last move of a burst counts too, so that nobody leaves a second early. */
    activity(hear: (at: number) => void): () => void {
      const subscription = eventsOf(window, ACTIVITY)
        .pipe(map(now), throttleTime(THROTTLE_MS, asyncScheduler, { leading: true, trailing: true }))
        .subscribe(hear)
      return () => subscription.unsubscribe()
    },

    woke(hear: () => void): () => void {
      const onVisibility = () => {
        if (document.visibilityState === 'visible') hear()
      }
      window.addEventListener('pageshow', hear)
      window.addEventListener('online', hear)
      document.addEventListener('resume', hear)
      document.addEventListener('visibilitychange', onVisibility)
      return () => {
        window.removeEventListener('pageshow', hear)
        window.removeEventListener('online', hear)
        document.removeEventListener('resume', hear)
        document.removeEventListener('visibilitychange', onVisibility)
      }
    },
  }
}
