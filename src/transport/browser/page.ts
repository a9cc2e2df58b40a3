import { asyncScheduler, filter, fromEvent, map, merge, throttleTime, type Observable } from 'rxjs'
import { visibilityEvents$ } from '#src/lib/page-visibility.ts'
import type { Page } from '#src/machines/session/ports.ts'

/** Events that count as user activity: mouse, keyboard, scroll, touch, click, focus. */
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
/** Events that start an interaction. */
const PRESS_EVENTS = ['pointerdown', 'click', 'keydown']

export interface PagePorts {
  readonly window: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>
  readonly document: Pick<Document, 'addEventListener' | 'removeEventListener' | 'visibilityState'>
  readonly now: () => number
}

/** Captured before any listener of the page, and passive. */
const eventsOf = (window: PagePorts['window'], names: readonly string[]): Observable<Event> =>
  merge(...names.map((name) => fromEvent<Event>(window, name, { passive: true, capture: true })))

/** Emits each press of a key or button, before the page handles it. */
export const pressesOf = (window: PagePorts['window']): Observable<Event> => eventsOf(window, PRESS_EVENTS)

/** Page signals for the session: user activity and wake-ups. */
export function createPage({ window, document, now }: PagePorts): Page {
  return {
    /**
     * Leading and trailing: the last event of a burst counts too, so that the idle timer never starts a second early.
     */
    onActivity(listener) {
      const subscription = eventsOf(window, ACTIVITY_EVENTS)
        .pipe(map(now), throttleTime(THROTTLE_MS, asyncScheduler, { leading: true, trailing: true }))
        .subscribe(listener)
      return () => subscription.unsubscribe()
    },

    onWake(listener) {
      const subscription = merge(
        fromEvent(window, 'pageshow'),
        fromEvent(window, 'online'),
        fromEvent(document, 'resume'),
        visibilityEvents$(document).pipe(filter(Boolean)),
      ).subscribe(() => listener())
      return () => subscription.unsubscribe()
    },
  }
}
