import { catchError, concat, defer, EMPTY, from, mergeMap, retry, timer, type Observable } from 'rxjs'
import type { Candle } from '#contract/candles.ts'
import { PAIRS, type PairId } from '#contract/pairs.ts'
import { backoffMs, reasonOf } from '../backoff.ts'
import type { MarketDeps, MinuteEvent } from '../ports.ts'
import { MINUTE_S } from '../store/fold.ts'
import type { Troubles } from '../troubles.ts'
import { createMinuteAssembler, type MinuteReport } from './minutes.ts'
import type { KrakenRest } from './rest.ts'

/** A late row of a minute may still arrive for so long after its end, on the exchange's clock. */
const GRACE_S = 3

/** How long lost minutes stay a trouble that is said. */
const SAID_MS = 60_000

/** Missed minutes are asked for three times: right after an outage Kraken often refuses the first call. */
const ASK_AGAIN = { count: 2, baseMs: 2_000, capMs: 4_000 } as const

/** A minute in words, UTC, of its opening in unix seconds. */
const minuteOf = (timestamp: number): string => new Date(timestamp * 1000).toISOString().slice(0, 16).replace('T', ' ')

/** Rows of one pair out of one frame. */
export interface RowBatch {
  readonly type: 'snapshot' | 'update'
  readonly rows: readonly Candle[]
  /** The exchange's time in unix milliseconds. */
  readonly sentAt: number
}

/** One pair's minutes, over any number of connections. */
export interface PairDesk {
  /** Minutes that the rows made; completes when they are worked off, which takes a call when minutes were missed. */
  take(batch: RowBatch): Observable<MinuteEvent>
  /** Minutes that are over at a moment of the exchange's clock, unix milliseconds. */
  settle(exchangeMs: number): Observable<MinuteEvent>
  /** The past is known up to this candle. */
  startAfter(candle: Candle): void
}

export function createPairDesk(pair: PairId, rest: KrakenRest, deps: MarketDeps, troubles: Troubles): PairDesk {
  const minutes = createMinuteAssembler()
  const { label } = PAIRS[pair]
  let lostAt = 0

  function toEvent({ kind, candle }: MinuteReport, sentAt: number): MinuteEvent {
    const exchangeTime = kind === 'closed' ? (candle.timestamp + MINUTE_S) * 1000 : sentAt
    return { kind, pair, candle, exchangeTime, receivedAt: deps.now() }
  }

  const eventsOf = (reports: () => readonly MinuteReport[], sentAt: number): Observable<MinuteEvent> =>
    defer(() => from(reports().map((report) => toEvent(report, sentAt))))

  /** Says that the minutes between two openings (unix seconds) are lost for good. */
  function lose(after: number, before: number, reason: string): void {
    const [from, to] = [minuteOf(after + MINUTE_S), minuteOf(before - MINUTE_S)]
    lostAt = deps.now()
    deps.log.warn({ pair, from, to, reason }, 'kraken: minutes are lost')
    troubles.set(`gap ${pair}`, `Minutes of ${label} from ${from} to ${to} UTC are lost: ${reason}.`)
  }

  /** Says which of the minutes between two openings (unix seconds) are not among these, oldest first. */
  function loseAbsent(after: number, before: number, candles: readonly Candle[]): void {
    let known = after
    for (const timestamp of [...candles.map((candle) => candle.timestamp), before]) {
      if (timestamp > known + MINUTE_S)
        lose(known, timestamp, known === after ? 'Kraken no longer has them' : 'Kraken left them out')
      known = timestamp
    }
  }

  /**
   * The minutes that passed while there was no connection, up to the first one known again. What cannot be had stays
   * absent, and is said: all of them when the calls fail, after 12 hours those that Kraken no longer has.
   */
  function recover(after: Candle, first: Candle, sentAt: number): Observable<MinuteEvent> {
    return defer(() => rest.candles(pair, 'M1', after.timestamp)).pipe(
      retry({
        count: ASK_AGAIN.count,
        delay: (_, attempt) => timer(backoffMs(ASK_AGAIN, attempt, deps.random), deps.scheduler),
      }),
      mergeMap((candles) => {
        const missed = candles.filter(({ timestamp }) => timestamp < first.timestamp)
        loseAbsent(after.timestamp, first.timestamp, missed)
        return eventsOf(() => {
          const reports = minutes.takeClosed(missed)
          // What follows on the last of them is not known: it must not be filled in.
          minutes.loseTrack()
          return reports
        }, sentAt)
      }),
      catchError((error: unknown) => {
        lose(after.timestamp, first.timestamp, reasonOf(error))
        return EMPTY
      }),
    )
  }

  return {
    take({ type, rows, sentAt }) {
      const last = minutes.lastClosed()
      const [first] = rows
      const taken = eventsOf(() => minutes.take(rows), sentAt)
      if (type === 'update' || !last || !first || first.timestamp <= last.timestamp + MINUTE_S) return taken
      minutes.loseTrack()
      return concat(recover(last, first, sentAt), taken)
    },
    settle: (exchangeMs) =>
      eventsOf(() => {
        if (deps.now() - lostAt > SAID_MS) troubles.clear(`gap ${pair}`)
        return minutes.settle(Math.floor(exchangeMs / 1000) - GRACE_S)
      }, exchangeMs),
    startAfter: (candle) => minutes.startAfter(candle),
  }
}
