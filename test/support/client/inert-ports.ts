import { NEVER, of } from 'rxjs'
import type { AnalyticsLink, StreamPorts } from '#src/streams/index.ts'

export const ONLINE: AnalyticsLink = { status: 'connected', isFallback: false }

/** Ports without activity: a silent stream-proxy, no polls, an empty cache. */
export const inertPorts = (): Pick<
  StreamPorts,
  'select' | 'analytics' | 'streamApi' | 'cache' | 'hidden$' | 'fetchCandlePage'
> => ({
  select: () => undefined,
  analytics: { link$: of(ONLINE), pollDue$: NEVER, recovered: () => undefined, resume: () => undefined },
  streamApi: { list: () => NEVER, metadata: () => NEVER, latest: () => NEVER, recent: () => NEVER },
  cache: { read: () => undefined, write: () => undefined, flush$: NEVER },
  hidden$: of(false),
  fetchCandlePage: () => NEVER,
})
