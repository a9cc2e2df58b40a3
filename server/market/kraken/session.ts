import {
  concatMap,
  defer,
  from,
  groupBy,
  interval,
  map,
  merge,
  mergeMap,
  throwError,
  timeout,
  type Observable,
} from 'rxjs'
import { PAIRS, type PairId } from '#contract/pairs.ts'
import type { MarketDeps, MinuteEvent } from '../ports.ts'
import type { HealthIssues } from '../health-issues.ts'
import type { CandleAssembler, RowBatch } from './candle-assembler.ts'
import {
  parseFrame,
  subscribeMessage,
  systemIssue,
  type KrakenMessage,
  type OhlcRow,
  type Rejects,
} from './messages.ts'
import { connectSocket, type SocketEvent } from './socket.ts'

/** Heartbeats arrive every second, so a connection without a frame for this long is dead. */
const FRAME_TIMEOUT_MS = 15_000
const CLOCK_MS = 1_000
/** After this much silence the clock no longer closes minutes: the computer may have been asleep. */
const QUIET_MS = 5_000
/** A pair without a row this long after the connection opened is reported. */
const FIRST_ROW_MS = 10_000
/** A subscription can go silent while heartbeats continue; after this long the connection is reopened. */
const PAIR_TIMEOUT_MS = 300_000
/** Rows and frames dated further ahead are rejected: accepted, they would shut out every real minute until then. */
const MAX_AHEAD_MS = { ownClock: 3_600_000, exchangeClock: 120_000 } as const

export interface SessionDeps extends MarketDeps {
  readonly url: string
  readonly assemblers: ReadonlyMap<PairId, CandleAssembler>
  readonly issues: HealthIssues
  readonly rejects: Rejects
  /** Called when valid rows arrive: only then does the connection count as successful. */
  readonly onRows: () => void
}

type Task = { readonly pair: PairId } & (
  | { readonly kind: 'rows'; readonly batch: RowBatch }
  | { readonly kind: 'clock'; readonly exchangeMs: number }
)

/** Runs one connection until it ends, which is always an error with the reason. */
export const openSession = (deps: SessionDeps): Observable<MinuteEvent> =>
  defer(() => {
    const { assemblers, issues, rejects } = deps
    const pairs = [...assemblers.keys()]
    const openedAt = deps.now()
    const refused = new Set<PairId>()
    const lastRowAt = new Map<PairId, number>()
    let lastFrameAt = openedAt
    /** Offset of the exchange's clock from ours. */
    let offsetMs = 0

    function handleMessage(message: KrakenMessage): Task[] {
      switch (message.kind) {
        case 'ohlc':
          return handleRows(message)
        case 'status': {
          const issue = systemIssue(message.system)
          if (issue) issues.set('system', issue)
          else issues.clear('system')
          return []
        }
        case 'refusal': {
          if (message.pair) refused.add(message.pair)
          const what = message.pair ? PAIRS[message.pair].label : 'a subscription'
          issues.set(`pair ${message.pair ?? ''}`, `Kraken refused ${what}: ${message.reason}.`)
          return []
        }
        case 'reject':
          rejects.add(message.reason)
          return []
        case 'other':
          return []
      }
    }

    function handleRows({ type, sentAt, rows, rejects: bad }: Extract<KrakenMessage, { kind: 'ohlc' }>): Task[] {
      for (const reason of bad) rejects.add(reason)
      if (sentAt !== undefined && sentAt - deps.now() > MAX_AHEAD_MS.ownClock) {
        rejects.add('an ohlc frame from the future')
        return []
      }
      if (sentAt !== undefined) offsetMs = sentAt - deps.now()
      const plausible = rows.filter(isPlausible)
      if (plausible.length > 0) deps.onRows()
      return pairs.flatMap((pair): Task[] => {
        const own = plausible.filter((row) => row.pair === pair).map(({ candle }) => candle)
        if (own.length === 0) return []
        lastRowAt.set(pair, deps.now())
        issues.clear(`pair ${pair}`)
        return [{ pair, kind: 'rows', batch: { type, rows: own, sentAt: sentAt ?? deps.now() } }]
      })
    }

    function isPlausible({ pair, candle }: OhlcRow): boolean {
      const aheadMs = candle.timestamp * 1000 - (deps.now() + offsetMs)
      if (aheadMs <= MAX_AHEAD_MS.exchangeClock) return true
      rejects.add(`a row from the future, of ${PAIRS[pair].label}`)
      return false
    }

    /** Reports silent pairs; throws when only a new connection can help. */
    function checkPair(pair: PairId): void {
      if (refused.has(pair)) return
      const lastRow = lastRowAt.get(pair)
      const silentMs = deps.now() - (lastRow ?? openedAt)
      const { label } = PAIRS[pair]
      if (silentMs > PAIR_TIMEOUT_MS) {
        issues.set(`pair ${pair}`, `Kraken has sent nothing for ${label} for ${PAIR_TIMEOUT_MS / 60_000} minutes.`)
        throw new Error(`nothing of ${label} on a live connection`)
      }
      if (lastRow === undefined && silentMs > FIRST_ROW_MS) {
        issues.set(`pair ${pair}`, `Kraken is connected but sends nothing for ${label}.`)
      }
    }

    function handleTick(): Task[] {
      for (const pair of pairs) checkPair(pair)
      if (deps.now() - lastFrameAt > QUIET_MS) return []
      return [...lastRowAt.keys()].map((pair) => ({ pair, kind: 'clock', exchangeMs: deps.now() + offsetMs }))
    }

    function handleSocket(event: SocketEvent): Task[] {
      lastFrameAt = deps.now()
      if (event.kind === 'frame') return handleMessage(parseFrame(event.text))
      event.send(subscribeMessage(pairs))
      return []
    }

    const frames$ = connectSocket(deps.url).pipe(
      timeout({
        each: FRAME_TIMEOUT_MS,
        scheduler: deps.scheduler,
        with: () => throwError(() => new Error(`no frame for ${FRAME_TIMEOUT_MS / 1000} s`)),
      }),
      map(handleSocket),
    )
    const clock$ = interval(CLOCK_MS, deps.scheduler).pipe(map(handleTick))

    return merge(frames$, clock$).pipe(
      mergeMap((tasks) => from(tasks)),
      groupBy((task) => task.pair),
      // Pairs run in parallel, each in order: while missed minutes are fetched, later rows of that pair wait.
      mergeMap((tasks$) => tasks$.pipe(concatMap((task) => perform(task, assemblers)))),
    )
  })

function perform(task: Task, assemblers: ReadonlyMap<PairId, CandleAssembler>): Observable<MinuteEvent> {
  const assembler = assemblers.get(task.pair)
  if (!assembler) return from([])
  return task.kind === 'rows' ? assembler.ingest(task.batch) : assembler.closeElapsed(task.exchangeMs)
}
