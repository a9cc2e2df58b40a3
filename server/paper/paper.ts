import { concatMap, defer, map, retry, startWith, tap, timer, type Observable, type Subscription } from 'rxjs'
import { minuteOf } from '#server/strategies/signal-extractors/extract.ts'
import type { DecidedUpdate } from '#server/strategies/live/evaluator.ts'
import { leadsAlone, type AssertLeads, type Database } from '#server/database/database.ts'
import type { Service } from '#server/http/app.ts'
import { endRecordings } from './recordings.ts'
import { paperRoutes, type PaperRoutesDeps } from './routes.ts'
import { createTrader, type PaperAudit, type PairStep, type PaperMarket } from './trade.ts'

/** Delay between two attempts to write a minute; those that follow wait. */
const RETRY_MS = 5_000

export interface PaperDeps extends Pick<PaperRoutesDeps, 'audit' | 'now'> {
  readonly database: Database
  readonly market: PaperMarket
  readonly decided$: Observable<DecidedUpdate>
  readonly auditHalt: PaperAudit
  readonly assertLeads?: AssertLeads
  readonly report: (error: unknown) => void
  readonly retryMs?: number
}

/** The paper trading service. */
export interface PaperTrading {
  /** To be registered under the strategy base path. */
  readonly routes: Service
  /** Call it before the live data starts. */
  start(): void
  /** Resolves when all minutes so far are traded, or the service has stopped. */
  settled(): Promise<void>
  stop(): Promise<void>
}

const toStep = ({ update, decisions }: DecidedUpdate): PairStep => {
  const minute = minuteOf(update)
  const { pair, at } = update
  return { pair, at: minute ? (minute.timestamp + 60) * 1000 : at, candle: minute, decisions }
}

/** Trades on what strategies decide, minute by minute and in order, and answers for the accounts. */
export function createPaperTrading(deps: PaperDeps): PaperTrading {
  const { database, market, decided$, audit, auditHalt, assertLeads = leadsAlone, now, report } = deps
  const { retryMs = RETRY_MS } = deps
  const trade = createTrader({ database, market, audit: auditHalt, assertLeads, now })
  let trading: Subscription | undefined
  let waiting = 0
  let onIdle: (() => void)[] = []

  function done(): void {
    waiting -= 1
    if (waiting > 0) return
    onIdle.forEach((resolve) => resolve())
    onIdle = []
  }

  const persistently = (work: () => Promise<void>) =>
    defer(work).pipe(
      retry({
        delay(error) {
          report(error)
          return timer(retryMs)
        },
      }),
    )

  return {
    routes: paperRoutes({ database, market, audit, now }),
    start() {
      const begin = () => database.whenReady.then(() => endRecordings(database, market.kind, now()))
      trading = decided$
        .pipe(
          map((decided) => () => trade(toStep(decided))),
          startWith(begin),
          tap(() => (waiting += 1)),
          concatMap(persistently),
        )
        .subscribe(done)
    },
    settled: () => (waiting === 0 ? Promise.resolve() : new Promise((resolve) => onIdle.push(resolve))),
    async stop() {
      trading?.unsubscribe()
      onIdle.forEach((resolve) => resolve())
    },
  }
}
