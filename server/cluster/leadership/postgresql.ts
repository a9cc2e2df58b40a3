import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import type { PairId } from '#contract/pairs.ts'
import type { MarketKind } from '#contract/provenance.ts'
import type { Queries } from '#server/database/database.ts'
import { leases } from '#server/database/schema/leases.ts'
import { createLeaseStore, type LeaseQueries } from './lease-store.ts'
import { watchAbilities, type Abilities, type Need } from './abilities.ts'
import { Deposed, type Leadership, type LeadershipState, type LeaseStore } from './ports.ts'

/** How long a lease is valid in the database after it was taken or renewed. */
export const LEASE_MS = 5_000
/** How much earlier its holder stops to rely on it: for clocks that run at different speeds, and for what is on its way. */
const MARGIN_MS = 1_000
const RENEW_MS = 1_500
/** A standby asks this often, and a holder that could not renew in time. */
const RETRY_MS = 400
/**
 * How long something that a leader needs may not respond before it gives up to one that has it. In an outage of all, those who stand
 * by notice it too, and are no longer seen to want the lease, before that.
 */
const PATIENCE_MS = 5_000
/** For so long it must have been wanted: an outage of all does not end for all at the same moment. */
const WANTED_MS = 15_000
/** For so long it keeps what it has taken over: what responds to none of them for long is not handed around. */
const LEAST_TERM_MS = 30_000

interface LeaseDeps {
  readonly store: LeaseStore
  /** Monotonic clock, in milliseconds. */
  readonly clock: () => number
  /** Unix milliseconds. */
  readonly now: () => number
  /** Runs `run` after `ms`; returns a function that cancels it. */
  readonly after: (ms: number, run: () => void) => () => void
  /** Whether a transaction sees the lease of this token. */
  readonly assertHeld: (tx: Parameters<Leadership['assertHeld']>[0], token: number) => Promise<boolean>
  /** Whether this process could do a leader's work. */
  readonly abilities: Abilities
  /** Called when a lease cannot be taken or renewed. */
  readonly report: (error: unknown) => void
}

interface Waiter {
  readonly resolve: (token: number) => void
  readonly reject: (error: Deposed) => void
}

/**
 * Takes a lease as soon as it is free, and renews it. It is relied on only until its own time is over by the process's own clock,
 * which is before it is over in the database.
 */
export function createLeadership(deps: LeaseDeps): Leadership & { start(): void } {
  const { store, clock, now, after, abilities } = deps
  let token: number | null = null
  let since: number | null = null
  let heldFrom = Infinity
  let wantedFrom = Infinity
  let otherHolder: string | null = null
  let address: string | null = null
  let validUntil = -Infinity
  let isDeposed = false
  let isReleased = false
  let isFailing = false
  let hasStarted = false
  let waiters: Waiter[] = []
  let working = Promise.resolve()
  let cancel = () => {}
  let resolveDeposed: (reason: Deposed) => void = () => undefined
  const whenDeposed = new Promise<Deposed>((resolve) => (resolveDeposed = resolve))

  function status(): LeadershipState['status'] {
    if (isDeposed) return 'deposed'
    if (token === null || isReleased) return 'standby'
    return clock() < validUntil ? 'leader' : 'uncertain'
  }

  function settle(act: (waiter: Waiter) => void): void {
    const settled = waiters
    waiters = []
    settled.forEach(act)
  }

  /** It neither writes nor publishes any more. */
  function end(reason: Deposed): void {
    isDeposed = true
    cancel()
    abilities.stop()
    settle(({ reject }) => reject(reason))
  }

  function depose(): void {
    if (isDeposed || isReleased) return
    const reason = new Deposed()
    end(reason)
    resolveDeposed(reason)
  }

  /** Lets a process take over that has what does not respond to this one. */
  async function giveUp(held: number): Promise<void> {
    const lacking = abilities.problem() ?? 'Something'
    const reason = new Deposed(`${lacking} does not respond to this process, but to another: it gives up the analysis`)
    end(reason)
    // Before the process ends, or the others would have to wait until the lease is over.
    await store.release(held, true).catch(deps.report)
    resolveDeposed(reason)
  }

  /** @param sentAt when the request was sent: the database counts from a moment after it */
  function hold(held: number, sentAt: number): void {
    token = held
    since ??= now()
    heldFrom = Math.min(heldFrom, clock())
    otherHolder = null
    validUntil = sentAt + LEASE_MS - MARGIN_MS
    if (status() === 'leader') settle(({ resolve }) => resolve(held))
  }

  async function attempt(): Promise<void> {
    const sentAt = clock()
    if (token !== null) {
      const renewed = await store.renew(token, address)
      if (renewed === 'lost') return depose()
      hold(token, sentAt)
      wantedFrom = renewed === 'wanted' ? Math.min(wantedFrom, sentAt) : Infinity
      const isWanted = sentAt - wantedFrom >= WANTED_MS && sentAt - heldFrom >= LEAST_TERM_MS
      return isWanted && abilities.failingForMs() >= PATIENCE_MS ? giveUp(token) : undefined
    }
    const result = await store.acquire(address, abilities.problem() === undefined)
    if (result.kind === 'held') hold(result.token, sentAt)
    else otherHolder = result.address
  }

  async function turn(): Promise<void> {
    cancel()
    try {
      await attempt()
      isFailing = false
    } catch (error) {
      // Once for each outage, however many attempts it takes.
      if (!isFailing) deps.report(error)
      isFailing = true
    }
    if (isDeposed || isReleased) return
    cancel = after(status() === 'leader' && !isFailing ? RENEW_MS : RETRY_MS, next)
  }

  function next(): void {
    working = working.then(() => (isDeposed || isReleased ? undefined : turn()))
  }

  return {
    start() {
      hasStarted = true
      next()
    },
    state: () => ({ status: status(), token, since, otherHolder }),
    untilHeld() {
      if (isDeposed || isReleased) return Promise.reject(new Deposed())
      if (token !== null && status() === 'leader') return Promise.resolve(token)
      return new Promise((resolve, reject) => waiters.push({ resolve, reject }))
    },
    async assertHeld(tx) {
      if (token === null || isDeposed || isReleased) throw new Deposed()
      if (await deps.assertHeld(tx, token)) return
      depose()
      throw new Deposed()
    },
    depose,
    whenDeposed,
    announce(given) {
      address = given
      if (hasStarted) next()
    },
    async release() {
      if (isReleased) return
      isReleased = true
      cancel()
      abilities.stop()
      settle(({ reject }) => reject(new Deposed('The process stops')))
      await working
      if (token !== null && !isDeposed) await store.release(token).catch(deps.report)
      await store.close()
    },
  }
}

/** Less than what a holder has left when it first tries to renew. */
const WAIT_MS = 1_500

/** A connection apart from the pool, where a renewal would wait behind the queries of users. */
export function openLeaseQueries(url: string): LeaseQueries {
  let current: Client | undefined
  let connecting: Promise<unknown> = Promise.resolve()

  function connect(): Client {
    const client = new Client({
      connectionString: url,
      connectionTimeoutMillis: WAIT_MS,
      query_timeout: WAIT_MS,
      statement_timeout: WAIT_MS - 200,
      idle_in_transaction_session_timeout: WAIT_MS,
      keepAlive: true,
      application_name: 'pairbot lease',
    })
    // A lost connection also rejects its query, where it is handled.
    client.on('error', () => undefined)
    client.on('end', () => {
      if (current === client) current = undefined
    })
    connecting = client.connect()
    return client
  }

  return {
    async run(text, values = []) {
      current ??= connect()
      const client = current
      await connecting
      const { rows } = await client.query<Record<string, unknown>>(text, [...values])
      return rows
    },
    discard() {
      const client = current
      current = undefined
      void client?.end().catch(() => undefined)
      // A server that does not respond would not answer a farewell either.
      client?.connection.stream.destroy()
    },
    async close() {
      const client = current
      current = undefined
      await client?.end().catch(() => undefined)
    },
  }
}

export interface PostgresqlLeadershipDeps {
  readonly url: string
  readonly market: MarketKind
  readonly pairs: readonly PairId[]
  /** What a leader needs besides this database. */
  readonly needs: readonly Need[]
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
  const { url, market, pairs, needs, now, report } = deps
  const holder = randomUUID()
  const clock = () => performance.now()
  return createLeadership({
    store: createLeaseStore({ queries: openLeaseQueries(url), market, pairs, holder, leaseMs: LEASE_MS }),
    clock,
    now,
    after: schedule,
    abilities: watchAbilities({ needs, clock, after: schedule }),
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
