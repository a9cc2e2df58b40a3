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
import type { Troubles } from '../troubles.ts'
import type { PairDesk, RowBatch } from './desk.ts'
import { parseFrame, subscription, systemTrouble, type KrakenMessage, type OhlcRow } from './messages.ts'
import type { Rejects } from './rejects.ts'
import { connectSocket, type SocketEvent } from './socket.ts'

/** No frame of any kind for so long (heartbeats come every second): the connection is dead. */
const DEAD_MS = 15_000
const CLOCK_MS = 1_000
/** After this much silence minutes are no longer closed by the clock: the computer may just have slept. */
const QUIET_MS = 5_000
/** A subscription that is not answered by then is worth a word. */
const ANSWER_MS = 10_000
/** No row of a pair for so long: a subscription can fall silent while the heartbeats go on, so it is made anew. */
const SILENT_MS = 300_000
/** What is dated further ahead than this is garbage: believed, it would fill the time until then and shut out what is real. */
const AHEAD_MS = { ofOurs: 3_600_000, ofTheExchange: 120_000 } as const

export interface SessionDeps extends MarketDeps {
  readonly url: string
  readonly desks: ReadonlyMap<PairId, PairDesk>
  readonly troubles: Troubles
  readonly rejects: Rejects
  /** Told at the first row: only now does the connection count as a success. */
  readonly delivered: () => void
}

type Work = { readonly pair: PairId } & (
  | { readonly kind: 'rows'; readonly batch: RowBatch }
  | { readonly kind: 'clock'; readonly exchangeMs: number }
)

/** One connection from its opening to its end, which is always an error with the reason in words. */
export const openSession = (deps: SessionDeps): Observable<MinuteEvent> =>
  defer(() => {
    const { desks, troubles, rejects } = deps
    const pairs = [...desks.keys()]
    const openedAt = deps.now()
    const refused = new Set<PairId>()
    const heardAt = new Map<PairId, number>()
    let frameAt = openedAt
    /** The exchange's clock against ours. */
    let offsetMs = 0

    function takeMessage(message: KrakenMessage): Work[] {
      switch (message.kind) {
        case 'ohlc':
          return takeRows(message)
        case 'status': {
          const trouble = systemTrouble(message.system)
          if (trouble) troubles.set('system', trouble)
          else troubles.clear('system')
          return []
        }
        case 'refusal': {
          if (message.pair) refused.add(message.pair)
          const what = message.pair ? PAIRS[message.pair].label : 'a subscription'
          troubles.set(`pair ${message.pair ?? ''}`, `Kraken refused ${what}: ${message.reason}.`)
          return []
        }
        case 'reject':
          rejects.add(message.reason)
          return []
        case 'other':
          return []
      }
    }

    function takeRows({ type, sentAt, rows, rejects: bad }: Extract<KrakenMessage, { kind: 'ohlc' }>): Work[] {
      for (const reason of bad) rejects.add(reason)
      if (sentAt !== undefined && sentAt - deps.now() > AHEAD_MS.ofOurs) {
        rejects.add('an ohlc frame from the future')
        return []
      }
      if (sentAt !== undefined) offsetMs = sentAt - deps.now()
      const sound = rows.filter(isOfNow)
      if (sound.length > 0) deps.delivered()
      return pairs.flatMap((pair): Work[] => {
        const own = sound.filter((row) => row.pair === pair).map(({ candle }) => candle)
        if (own.length === 0) return []
        heardAt.set(pair, deps.now())
        troubles.clear(`pair ${pair}`)
        return [{ pair, kind: 'rows', batch: { type, rows: own, sentAt: sentAt ?? deps.now() } }]
      })
    }

    function isOfNow({ pair, candle }: OhlcRow): boolean {
      const aheadMs = candle.timestamp * 1000 - (deps.now() + offsetMs)
      if (aheadMs <= AHEAD_MS.ofTheExchange) return true
      rejects.add(`a row from the future, of ${PAIRS[pair].label}`)
      return false
    }

    /** Says which pairs are silent; throws when only a new connection can help. */
    function watchPair(pair: PairId): void {
      if (refused.has(pair)) return
      const heard = heardAt.get(pair)
      const silentMs = deps.now() - (heard ?? openedAt)
      const { label } = PAIRS[pair]
      if (silentMs > SILENT_MS) {
        troubles.set(`pair ${pair}`, `Kraken has sent nothing of ${label} for ${SILENT_MS / 60_000} minutes.`)
        throw new Error(`nothing of ${label} although the connection lives`)
      }
      if (heard === undefined && silentMs > ANSWER_MS) {
        troubles.set(`pair ${pair}`, `Kraken is connected but sends nothing of ${label}.`)
      }
    }

    function takeClock(): Work[] {
      for (const pair of pairs) watchPair(pair)
      if (deps.now() - frameAt > QUIET_MS) return []
      return [...heardAt.keys()].map((pair) => ({ pair, kind: 'clock', exchangeMs: deps.now() + offsetMs }))
    }

    function takeSocket(event: SocketEvent): Work[] {
      frameAt = deps.now()
      if (event.kind === 'frame') return takeMessage(parseFrame(event.text))
      event.send(subscription(pairs))
      return []
    }

    const frames$ = connectSocket(deps.url).pipe(
      timeout({
        each: DEAD_MS,
        scheduler: deps.scheduler,
        with: () => throwError(() => new Error(`nothing was heard for ${DEAD_MS / 1000} s`)),
      }),
      map(takeSocket),
    )
    const clock$ = interval(CLOCK_MS, deps.scheduler).pipe(map(takeClock))

    return merge(frames$, clock$).pipe(
      mergeMap((works) => from(works)),
      groupBy((work) => work.pair),
      // Pairs side by side, each in order: while missed minutes are fetched, later rows of that pair wait.
      mergeMap((works$) => works$.pipe(concatMap((work) => perform(work, desks)))),
    )
  })

function perform(work: Work, desks: ReadonlyMap<PairId, PairDesk>): Observable<MinuteEvent> {
  const desk = desks.get(work.pair)
  if (!desk) return from([])
  return work.kind === 'rows' ? desk.take(work.batch) : desk.settle(work.exchangeMs)
}
