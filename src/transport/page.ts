import { asyncScheduler, fromEvent, map, merge, throttleTime, type Observable } from 'rxjs'

/** Signs of a user: mouse, keyboard, scroll, touch, click, focus. */
const ACTIVITY_EVENTS = [
  'mousemove',
  'mousedown',
  'keydown',
  'wheel',
  'scroll',
  'touchstart',
  'touchmove',
  'click',
  'focus',
]
const THROTTLE_MS = 1_000
/** What somebody does and sees the answer to. */
const PRESS_EVENTS = ['pointerdown', 'click', 'keydown']

export interface PagePorts {
  readonly window: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>
  readonly document: Pick<Document, 'addEventListener' | 'removeEventListener' | 'visibilityState'>
  readonly now: () => number
}

/** Heard before anything in the page, and without holding it up. */
const eventsOf = (window: PagePorts['window'], names: readonly string[]): Observable<Event> =>
  merge(...names.map((name) => fromEvent<Event>(window, name, { passive: true, capture: true })))

/** Each press of a key or a button, before the page answers it. */
export const pressesOf = (window: PagePorts['window']): Observable<Event> => eventsOf(window, PRESS_EVENTS)

/** The page as seen from the session: is somebody there, and might timers have slept? */
export function createPage({ window, document, now }: PagePorts) {
  return {
    /** Leading and trailing: the last move of a burst counts too, so that nobody leaves a second early. */
    onActivity(listener: (at: number) => void): () => void {
      const subscription = eventsOf(window, ACTIVITY_EVENTS)
        .pipe(map(now), throttleTime(THROTTLE_MS, asyncScheduler, { leading: true, trailing: true }))
        .subscribe(listener)
      return () => subscription.unsubscribe()
    },

    onWake(listener: () => void): () => void {
      const onVisibility = () => {
        if (document.visibilityState === 'visible') listener()
      }
      window.addEventListener('pageshow', listener)
      window.addEventListener('online', listener)
      document.addEventListener('resume', listener)
      document.addEventListener('visibilitychange', onVisibility)
      return () => {
        window.removeEventListener('pageshow', listener)
        window.removeEventListener('online', listener)
        document.removeEventListener('resume', listener)
        document.removeEventListener('visibilitychange', onVisibility)
      }
    },
  }
}
