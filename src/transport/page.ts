import { asyncScheduler, fromEvent, map, merge, throttleTime } from 'rxjs'

/** Signs of a user: mouse, keyboard, scroll, touch, click, focus. */
const ACTIVITY = ['mousemove', 'mousedown', 'keydown', 'wheel', 'scroll', 'touchstart', 'touchmove', 'click', 'focus']
const THROTTLE_MS = 1_000

export interface PagePorts {
  readonly window: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>
  readonly document: Pick<Document, 'addEventListener' | 'removeEventListener' | 'visibilityState'>
  readonly now: () => number
}

/** The page as seen from the session: is somebody there, and might timers have slept? */
export function createPage({ window, document, now }: PagePorts) {
  return {
    /** Leading and trailing: the last move of a burst counts too, so that nobody leaves a second early. */
    activity(hear: (at: number) => void): () => void {
      const signs = ACTIVITY.map((name) => fromEvent(window, name, { passive: true, capture: true }))
      const subscription = merge(...signs)
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
