import { setTimeout as delay } from 'node:timers/promises'
import { Subject, type Observable } from 'rxjs'
import type { AssertLeads, Database, Queries } from '#server/database/database.ts'
import type { Service } from '#server/http/app.ts'
import { createEvaluator, type Evaluator } from './live/evaluator.ts'
import type { Actor, StrategyAudit, StreamsPort } from './ports.ts'
import { decisionRoutes } from './routes/decisions.ts'
import { strategyRoutes, versionRoutes, creationRoutes, shareRoutes } from './routes/strategies.ts'
import { createDecisionStore } from './store/decisions.ts'
import { pauseIneligible } from './store/owners.ts'
import { createStrategyStore } from './store/strategies.ts'
import { createVersionStore } from './store/versions.ts'
import { createShareStore } from './store/shares.ts'
import { createSubjectResolver, type SubjectResolver } from './subjects.ts'

/** How long a start waits for strategies from a slow server. */
const PATIENCE_MS = 2_000

export interface StrategiesDeps {
  readonly database: Database
  readonly streams: StreamsPort
  readonly audit: StrategyAudit
  readonly assertLeads?: AssertLeads
  /** Wall time, unix ms. */
  readonly now: () => number
  /** Monotonic clock for durations, in milliseconds. */
  readonly stopwatch: () => number
  readonly report: (error: unknown) => void
}

/** The strategy service. */
export interface Strategies {
  /** To be registered under the strategy base path. */
  readonly routes: Service
  readonly evaluator: Evaluator
  readonly resolveSubject: SubjectResolver
  /** Ids of strategies that were created, changed or deleted here. */
  readonly changed$: Observable<string>
  /**
   * Call it in the transaction that changes an account: pauses strategies whose owner may no longer trade. Returns a function
   * to call after the commit.
   */
  accountChanged(tx: Queries, userId: string, actor: Actor): Promise<() => void>
  /** Resolves when the active strategies are running, at once if the database is not available yet, and soon if it is slow. */
  start(): Promise<void>
  stop(): Promise<void>
}

export function createStrategies(given: StrategiesDeps): Strategies {
  const { database, streams, audit, assertLeads, now, stopwatch, report } = given
  const strategies = createStrategyStore({ database, audit, now })
  const decisions = createDecisionStore(database, streams.market, assertLeads)
  const versions = createVersionStore({ database, market: streams.market, audit, now })
  const evaluator = createEvaluator({ streams, strategies, decisions, stopwatch, report })
  const shares = createShareStore({ database, audit, now })
  const changed$ = new Subject<string>()
  async function changed(id: string): Promise<void> {
    changed$.next(id)
    await evaluator.refresh(id)
  }
  const deps = { strategies, versions, shares, decisions, evaluator, changed, streams }
  return {
    evaluator,
    changed$: changed$.asObservable(),
    resolveSubject: createSubjectResolver({ shares, versions }),
    routes: async (app) => {
      for (const routes of [creationRoutes, strategyRoutes, versionRoutes, shareRoutes, decisionRoutes])
        await app.register(routes(deps))
    },
    async accountChanged(tx, userId, actor) {
      const paused = await pauseIneligible(tx, audit, { at: now(), userId, actor })
      return () => {
        evaluator.deactivate(paused)
        for (const id of paused) changed$.next(id)
      }
    },
    async start() {
      const started = evaluator.start()
      // An external PostgreSQL server may come up later, and a read-only database accept writes again.
      if (database.waitingFor() !== undefined || database.readOnly() !== undefined) return
      // What is published afterwards of the time without a leader is decided on as soon as the live data starts.
      await (database.engine === 'embedded'
        ? started
        : Promise.race([started, delay(PATIENCE_MS, undefined, { ref: false })]))
    },
    stop: () => evaluator.stop(),
  }
}
