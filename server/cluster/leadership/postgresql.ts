import { randomUUID } from 'node:crypto'
import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import type { PairId } from '#contract/pairs.ts'
import type { MarketKind } from '#contract/provenance.ts'
import type { Queries } from '#server/database/database.ts'
import { leases } from '#server/database/schema/leases.ts'
import { openLeaseQueries } from './connection.ts'
import { createLeadership, LEASE_MS } from './lease.ts'
import { createLeaseStore } from './lease-store.ts'
import type { Leadership } from './ports.ts'

export interface PostgresqlLeadershipDeps {
  readonly url: string
  readonly market: MarketKind
  readonly pairs: readonly PairId[]
  /** Unix milliseconds. */
  readonly now: () => number
  readonly report: (error: unknown) => void
}

/** How long a transaction that has seen its lease may pause: a stopped process must not hold up its successor. */
const LONGEST_PAUSE_MS = 2_000

function schedule(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  timer.unref()
  return () => clearTimeout(timer)
}

/** Leadership by leases in a PostgreSQL database; `start` once its schema is there. */
export function openLeadership(deps: PostgresqlLeadershipDeps): Leadership & { start(): void } {
  const { url, market, pairs, now, report } = deps
  const holder = randomUUID()
  return createLeadership({
    store: createLeaseStore({ queries: openLeaseQueries(url), market, pairs, holder, leaseMs: LEASE_MS }),
    clock: () => performance.now(),
    now,
    after: schedule,
    report,
    async assertHeld(tx, token) {
      // Locked against a change of the holder, but not against a renewal.
      const rows = await tx
        .select({
          pair: leases.pair,
          pause: sql`set_config('idle_in_transaction_session_timeout', ${String(LONGEST_PAUSE_MS)}, true)`,
        })
        .from(leases)
        .where(
          and(
            eq(leases.market, market),
            inArray(leases.pair, [...pairs]),
            eq(leases.holder, holder),
            eq(leases.token, token),
          ),
        )
        .for('key share')
      return rows.length === pairs.length
    },
  })
}

/** A process that runs the market and the analysis of a pair. */
export interface Holder {
  readonly market: MarketKind
  readonly pair: PairId
  /** Null while it does not listen yet. */
  readonly address: string | null
  readonly token: number
}

/** The processes that hold a lease now, by the clock of the database. */
export const readHolders = (db: Queries): Promise<Holder[]> =>
  db
    .select({ market: leases.market, pair: leases.pair, address: leases.address, token: leases.token })
    .from(leases)
    .where(gt(leases.expiresAt, sql`clock_timestamp()`))
