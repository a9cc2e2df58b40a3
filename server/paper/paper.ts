import { concatMap, defer, firstValueFrom, groupBy, map, mergeMap, retry, tap, timer } from 'rxjs'
import type { Observable, Subscription } from 'rxjs'
import { minuteOf } from '#server/strategies/signal-extractors/extract.ts'
import type { DecidedUpdate } from '#server/strategies/live/evaluator.ts'
import { leadsAlone, type AssertLeads, type Database } from '#server/database/database.ts'
import type { Service } from '#server/http/app.ts'
import { paperRoutes, type PaperRoutesDeps } from './routes.ts'
import { endRecordings } from './account.ts'
import { createTrader, type PaperAudit, type PaperMarket, type PairStep } from './trade.ts'

/** Delay between two attempts to write a minute; those of its pair that follow wait. */
const RETRY_MS = 5_000

export interface PaperDeps extends Pick<PaperRoutesDeps, 'audit' | 'announce' | 'now'> {
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
  const candle = minuteOf(update)
  const { pair, at } = update
  return { pair, at: candle ? (candle.timestamp + 60) * 1000 : at, candle, decisions }
}

/** Trades on what strategies decide, each pair minute by minute and in order, and answers for the accounts. */
export function createPaperTrading(deps: PaperDeps): PaperTrading {
  const { database, market, decided$, audit, auditHalt, announce, assertLeads = leadsAlone, now, report } = deps
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
    routes: paperRoutes({ database, market, audit, announce, now }),
    start() {
      const begin = () => database.whenReady.then(() => endRecordings(database, market.kind, now()))
      waiting += 1
      const begun = firstValueFrom(persistently(begin)).finally(done)
      trading = decided$
        .pipe(
          map(toStep),
          tap(() => (waiting += 1)),
          groupBy(({ pair }) => pair),
          mergeMap((steps$) =>
            steps$.pipe(concatMap((step) => persistently(() => begun.then(() => trade(step)).then(announce)))),
          ),
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
