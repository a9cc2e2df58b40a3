import { defer, distinctUntilChanged, fromEvent, map, startWith, type Observable } from 'rxjs'

type VisibilityOf = Pick<Document, 'addEventListener' | 'removeEventListener' | 'visibilityState'>

export const isPageVisible = (page: VisibilityOf = document): boolean => page.visibilityState !== 'hidden'

/** Emits whether the page is visible on each event about it. */
export const visibilityEvents$ = (page: VisibilityOf = document): Observable<boolean> =>
  fromEvent(page, 'visibilitychange').pipe(map(() => isPageVisible(page)))

/** Emits whether the page is visible, now and on each change. */
export const pageVisible$: Observable<boolean> = defer(() =>
  visibilityEvents$().pipe(startWith(isPageVisible()), distinctUntilChanged()),
)
