import { type ClientConfig, writesSchema } from '#contract/config.ts'
import { config } from '#contract/endpoints/service.ts'
import type { HttpResult } from '../http/failures.ts'
import { createCall, type Fetch } from '../http/http.ts'
import { requestOf } from '../http/request-of.ts'
import { distinctUntilChanged, exhaustMap, filter, map, merge, timer, type Observable } from 'rxjs'
import { HEALTH } from '#contract/limits.ts'
import { HEALTH_PATH } from '#contract/paths.ts'
import { isPageVisible, visibilityEvents$ } from '#src/lib/page-visibility.ts'
import type { PagePorts } from '#src/transport/browser/page.ts'

/** Loads the addresses of the backends, before any other request. */
export const loadConfig = (fetch: Fetch): Promise<HttpResult<ClientConfig>> => createCall(fetch, '')(requestOf(config))

/**
 * Why the server accepts no changes, in a sentence; undefined while it does. Asks while it is subscribed to and the page is
 * visible. Failed requests are skipped, so that the last response counts: other backends have none.
 */
export function watchReadOnly(fetch: Fetch, document: PagePorts['document']): Observable<string | undefined> {
  const call = createCall(fetch, '')
  const request = { path: HEALTH_PATH, acceptStatuses: [503], schema: writesSchema }
  return merge(timer(0, HEALTH.readOnlyPollMs), visibilityEvents$(document)).pipe(
    filter(() => isPageVisible(document)),
    exhaustMap(() => call(request)),
    filter((result) => result.ok),
    map(({ value }) => value.writes.reason),
    distinctUntilChanged(),
  )
}
