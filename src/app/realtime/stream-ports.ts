import { asyncScheduler, map, Observable, type SchedulerLike } from 'rxjs'
import * as z from 'zod/mini'
import * as CANDLES from '#contract/endpoints/candles.ts'
import { toInterval } from '#contract/timeframes.ts'
import { selection$ } from '#src/lib/actor-observable.ts'
import { fromAbortable } from '#src/lib/from-abortable.ts'
import { pageVisible$ } from '#src/lib/page-visibility.ts'
import { connectionCommands } from '#src/machines/connection/commands.ts'
import type { ConnectionActor } from '#src/machines/connection/machine.ts'
import type { FeedName } from '#src/machines/connection/ports.ts'
import { connectionLink, connectionStatus, isFallback, isUnresponsive } from '#src/machines/connection/selectors.ts'
import type {
  AnalyticsPorts,
  CandlePage,
  DashboardView,
  FeedFrame,
  HistoryResult,
  StreamCache,
  StreamPorts,
  StreamSelection,
} from '#src/streams/index.ts'
import { parseHistory } from '#src/transport/api/candles.ts'
import { createStreamApi } from '#src/transport/api/streams.ts'
import type { Call } from '#src/transport/http/http.ts'
import { requestOf } from '#src/transport/http/request-of.ts'
import type { ServiceCalls } from '../session.ts'

interface StreamPortsDeps {
  readonly frames$: Observable<FeedFrame>
  readonly connections: Readonly<Record<FeedName, ConnectionActor>>
  readonly calls: Pick<ServiceCalls, 'tdp' | 'proxy'>
  readonly cache: StreamCache
  readonly now: () => number
  readonly renderScheduler: SchedulerLike
}

/** The streams' ports: the two connections, the services, the cache and the page. */
export const createStreamPorts = (deps: StreamPortsDeps): StreamPorts => ({
  frames$: deps.frames$,
  link$: selection$(deps.connections.tdp, connectionLink),
  pollDue$: pollDue$(deps.connections.tdp),
  fetchCandlePage: (view, page) => fetchCandlePage(deps.calls.tdp, view, page),
  fetchCandles: (view, limit) => fetchCandles(deps.calls.tdp, view, limit),
  // The streams see the acknowledgement before the connection, which can send only once connected.
  select: (feed, selection) =>
    queueMicrotask(() => {
      const connection = deps.connections[feed]
      if (connectionStatus(connection.getSnapshot()) === 'connected')
        connectionCommands(connection).send(toRequest(selection))
    }),
  recovered: connectionCommands(deps.connections.tdp).pollRecovered,
  analytics: analyticsPorts(deps.connections.analytics),
  streamApi: createStreamApi(deps.calls.proxy),
  cache: deps.cache,
  hidden$: pageVisible$.pipe(map((isVisible) => !isVisible)),
  now: deps.now,
  timers: asyncScheduler,
  paint: deps.renderScheduler,
})

/** The analytics connection as the streams see it. */
function analyticsPorts(connection: ConnectionActor): AnalyticsPorts {
  const { pollRecovered, send } = connectionCommands(connection)
  return {
    link$: selection$(
      connection,
      (snapshot) => ({
        status: connectionStatus(snapshot),
        isUnresponsive: isUnresponsive(snapshot),
        isFallback: isFallback(snapshot),
      }),
      (a, b) => a.status === b.status && a.isUnresponsive === b.isUnresponsive && a.isFallback === b.isFallback,
    ),
    pollDue$: pollDue$(connection),
    recovered: pollRecovered,
    // The streams see the acknowledgement before the connection, which can send only once connected.
    resume: (resumption) =>
      queueMicrotask(() => send({ type: 'Resume', ...resumption, last_ids: { ...resumption.last_ids } })),
  }
}

/** Emits when a poll is due. */
const pollDue$ = (connection: ConnectionActor) =>
  new Observable<unknown>((subscriber) => connection.on('poll.due', (due) => subscriber.next(due)))

const toRequest = ({ pairs, timeframe }: StreamSelection) => ({
  type: 'Subscribe' as const,
  ...(pairs && { pairs: [...pairs] }),
  timeframe: toInterval(timeframe),
})

async function fetchCandles(tdp: Call, { pair, timeframe }: DashboardView, limit: number): Promise<HistoryResult> {
  const query = { pair, timeframe: toInterval(timeframe), limit }
  const result = await tdp({ ...requestOf(CANDLES.recent, { query }), schema: z.unknown() })
  return result.ok ? parseHistory(result.value) : { kind: 'failed', error: result.error.text }
}

const fetchCandlePage = (tdp: Call, { pair, timeframe }: DashboardView, page: CandlePage): Observable<HistoryResult> =>
  fromAbortable(async (signal) => {
    const params = { timeframe: toInterval(timeframe) }
    const request = requestOf(CANDLES.byTimeframe, { params, query: { pair, ...page } })
    const result = await tdp({ ...request, schema: z.unknown(), signal })
    return result.ok ? parseHistory(result.value) : { kind: 'failed', error: result.error.text }
  })
