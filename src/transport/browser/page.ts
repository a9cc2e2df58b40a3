import { asyncScheduler, filter, fromEvent, map, merge, throttleTime, type Observable } from 'rxjs'
import { visibilityEvents$ } from '#src/lib/page-visibility.ts'
import type { PageEvent } from '#src/machines/connection/ports.ts'
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

/** Reports the page's events, and `page.offline` at once if there is no network. Returns the function that stops it. */
export function watchPage(report: (event: PageEvent) => void): () => void {
  const on = (name: string, type: PageEvent['type']) => fromEvent(window, name).pipe(map((): PageEvent => ({ type })))
  const offline: PageEvent[] = navigator.onLine ? [] : [{ type: 'page.offline' }]
  const subscription = merge(
    offline,
    on('online', 'page.online'),
    on('offline', 'page.offline'),
    on('pagehide', 'page.hide'),
    on('pageshow', 'page.show'),
    visibilityEvents$().pipe(map((isVisible): PageEvent => ({ type: isVisible ? 'page.visible' : 'page.hidden' }))),
  ).subscribe(report)
  return () => subscription.unsubscribe()
}
