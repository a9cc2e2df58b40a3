import { asyncScheduler, map, Observable, type SchedulerLike, of } from 'rxjs'
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
import type { Call, HttpRequest } from '#src/transport/http/http.ts'
import { requestOf } from '#src/transport/http/request-of.ts'
import type { ServiceCalls } from '../session.ts'
import * as PROXY from '#contract/endpoints/stream-proxy.ts'
import { streamMetadataSchema, type StreamMetadata } from '#contract/streams.ts'
import { failure, mapResult, type Result } from '#src/lib/result.ts'
import type { StreamApi } from '#src/streams/records/api.ts'

const LONE_SURROGATES = /\p{Surrogate}/gu
const metadataReplySchema = z.object({
  length: z.optional(z.unknown()),
  last_generated_id: z.optional(z.unknown()),
  timestamp: z.optional(z.unknown()),
})

/** Missing and invalid values get defaults. */
function metadataOf(reply: z.infer<typeof metadataReplySchema>): StreamMetadata {
  const { length, last_generated_id, timestamp } = streamMetadataSchema.shape
  return {
    length: length.safeParse(reply.length).data ?? 0,
    last_generated_id: last_generated_id.safeParse(reply.last_generated_id).data ?? null,
    timestamp: timestamp.safeParse(reply.timestamp).data ?? null,
  }
}

/** The stream-proxy API. */
export function createStreamApi(call: Call): StreamApi {
  const query = <T, R>(request: HttpRequest<T>, pick: (reply: T) => R): Observable<Result<R>> =>
    fromAbortable(async (signal) => mapResult(await call({ ...request, signal }), pick, ({ text }) => text))

  const queryStream = <T, R>(
    key: string,
    requestFor: (params: { readonly streamKey: string }) => HttpRequest<T>,
    pick: (reply: T) => R,
  ): Observable<Result<R>> => {
    // Keys that would be a relative step in the path.
    if (['', '.', '..'].includes(key)) return of(failure('No stream can have this key'))
    return query(requestFor({ streamKey: key.replace(LONE_SURROGATES, '\uFFFD') }), pick)
  }

  return {
    list: () => query(requestOf(PROXY.streams), ({ streams }) => streams),
    metadata: (key) =>
      queryStream(
        key,
        (params) => ({ ...requestOf(PROXY.metadata, { params }), schema: metadataReplySchema }),
        metadataOf,
      ),
    latest: (key) =>
      queryStream(
        key,
        (params) => requestOf(PROXY.latest, { params }),
        (reply) => reply.latest_message,
      ),
    recent: (key, count) =>
      queryStream(
        key,
        (params) => requestOf(PROXY.recent, { params, query: { count } }),
        ({ messages }) => messages,
      ),
  }
}

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

function toRequest({ pairs, timeframes }: StreamSelection) {
  const [first, ...more] = timeframes.map(toInterval)
  // Servers of an earlier version know one only.
  const timeframe = first === undefined || more.length > 0 ? timeframes.map(toInterval) : first
  return { type: 'Subscribe' as const, ...(pairs && { pairs: [...pairs] }), timeframe }
}

async function fetchCandles(tdp: Call, { pair, timeframe }: DashboardView, limit: number): Promise<HistoryResult> {
  const query = { pair, timeframe: toInterval(timeframe), limit }
  const result = await tdp({ ...requestOf(CANDLES.recent, { query }), schema: z.unknown() })
  return result.ok ? parseHistory(result.value) : { kind: 'failed', error: result.error.text }
}

export const fetchCandlePage = (
  tdp: Call,
  { pair, timeframe }: DashboardView,
  page: CandlePage,
): Observable<HistoryResult> =>
  fromAbortable(async (signal) => {
    const params = { timeframe: toInterval(timeframe) }
    const request = requestOf(CANDLES.byTimeframe, { params, query: { pair, ...page } })
    const result = await tdp({ ...request, schema: z.unknown(), signal })
    return result.ok ? parseHistory(result.value) : { kind: 'failed', error: result.error.text }
  })
