import { map } from 'rxjs'
import { SOCKET_PATHS } from '#contract/paths.ts'
import type { EndpointDeps } from '#server/gateway/ports.ts'
import type { AnalyticsFeed } from '#server/streams/analytics-feed.ts'

/** The analytics socket: all entries of the analysis streams, with resume. */
export const analyticsEndpoint = (feed: AnalyticsFeed): EndpointDeps => ({
  path: SOCKET_PATHS.analytics,
  publications$: feed.updates$.pipe(map(({ key, delivery, update }) => ({ stream: key, delivery, message: update }))),
  snapshot: () => feed.latest(),
  streams: () => feed.streams(),
  resume: (lastIds, epoch) => feed.resume(lastIds, epoch),
})
