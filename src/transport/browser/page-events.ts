import { fromEvent, map, merge } from 'rxjs'
import { visibilityEvents$ } from '#src/lib/page-visibility.ts'
import type { PageEvent } from '#src/machines/connection/ports.ts'

const eventsOf = (name: string, type: PageEvent['type']) =>
  fromEvent(window, name).pipe(map((): PageEvent => ({ type })))

/** Reports page events, and `page.offline` immediately if there is no network. Returns the function that stops it. */
export function watchPage(report: (event: PageEvent) => void): () => void {
  const offline: PageEvent[] = navigator.onLine ? [] : [{ type: 'page.offline' }]
  const subscription = merge(
    offline,
    eventsOf('online', 'page.online'),
    eventsOf('offline', 'page.offline'),
    eventsOf('pagehide', 'page.hide'),
    eventsOf('pageshow', 'page.show'),
    visibilityEvents$().pipe(map((isVisible): PageEvent => ({ type: isVisible ? 'page.visible' : 'page.hidden' }))),
  ).subscribe(report)
  return () => subscription.unsubscribe()
}
