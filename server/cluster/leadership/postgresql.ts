import { and, eq, gt, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { labelsOf, type PairId } from '#contract/pairs.ts'
import type { MarketKind } from '#contract/provenance.ts'
import type { Queries } from '#server/database/database.ts'
import { leases } from '#server/database/schema/leases.ts'
import { createLeaseStore, type LeaseQueries } from './lease-store.ts'
import { watchAbilities, type Abilities, type Need } from './abilities.ts'
import { Deposed, type Held, type Leadership, type LeadershipState, type LeaseStore } from './ports.ts'

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
/** For so long nobody may hold a pair before a leader ends to take it up with its next start: a standby would have it in a second. */
const UNLED_MS = 10_000

interface LeaseDeps {
  readonly store: LeaseStore
  /** Monotonic clock, in milliseconds. */
  readonly clock: () => number
  /** Unix milliseconds. */
  readonly now: () => number
  /** Runs `run` after `ms`; returns a function that cancels it. */
  readonly after: (ms: number, run: () => void) => () => void
  /** Whether a transaction sees these leases. */
  readonly assertHeld: (tx: Parameters<Leadership['assertHeld']>[0], held: Held) => Promise<boolean>
  /** Whether this process could do a leader's work. */
  readonly abilities: Abilities
  /** Called when a lease cannot be taken or renewed. */
  readonly report: (error: unknown) => void
}

/** A leadership by leases: `start` it once their table is there. */
export interface LeasedLeadership extends Leadership {
  start(): void
  /** What it holds, or held last; none before. */
  pairs(): readonly PairId[]
}

interface Waiter {
  readonly resolve: (token: number) => void
  readonly reject: (error: Deposed) => void
}

/**
 * Takes a lease as soon as it is free, and renews it. It is relied on only until its own time is over by the process's own clock,
 * which is before it is over in the database.
 */
export function createLeadership(deps: LeaseDeps): LeasedLeadership {
  const { store, clock, now, after, abilities } = deps
  let held: Held | undefined
  let since: number | null = null
  let heldFrom = Infinity
  let wantedFrom = Infinity
  let unled = ''
  let unledFrom = Infinity
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
    if (!held || isReleased) return 'standby'
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

  /** @param toAble whether a process must take over that has what does not respond to this one */
  async function giveUp(given: Held, why: string, toAble: boolean): Promise<void> {
    const reason = new Deposed(`${why}: it gives up the analysis`)
    end(reason)
    // Before the process ends, or the others would have to wait until the lease is over.
    await store.release(given, toAble).catch(deps.report)
    resolveDeposed(reason)
  }

  /** @param sentAt when the request was sent: the database counts from a moment after it */
  function hold(given: Held, sentAt: number): void {
    held = given
    since ??= now()
    heldFrom = Math.min(heldFrom, clock())
    otherHolder = null
    validUntil = sentAt + LEASE_MS - MARGIN_MS
    if (status() === 'leader') settle(({ resolve }) => resolve(given.token))
  }

  async function renew(given: Held): Promise<void> {
    const sentAt = clock()
    const renewed = await store.renew(given, address)
    if (renewed === 'lost') return depose()
    hold(given, sentAt)
    wantedFrom = renewed.isWanted ? Math.min(wantedFrom, sentAt) : Infinity
    if (unled !== renewed.unled.join()) unledFrom = sentAt
    unled = renewed.unled.join()
    if (sentAt - heldFrom < LEAST_TERM_MS) return undefined
    if (sentAt - wantedFrom >= WANTED_MS && abilities.failingForMs() >= PATIENCE_MS)
      return giveUp(
        given,
        `${abilities.problem() ?? 'Something'} does not respond to this process, but to another`,
        true,
      )
    if (unled === '' || sentAt - unledFrom < UNLED_MS || abilities.problem() !== undefined) return undefined
    if (!(await store.keep(renewed.unled))) return undefined
    return giveUp(
      given,
      `No process stands by for ${labelsOf(renewed.unled)}, which this one runs when it is started again`,
      false,
    )
  }

  async function attempt(): Promise<void> {
    if (held) return renew(held)
    const sentAt = clock()
    const result = await store.acquire(address, abilities.problem() === undefined)
    if (result.kind === 'held') hold(result, sentAt)
    else otherHolder = result.address
    return undefined
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
    state: () => ({ status: status(), token: held?.token ?? null, since, otherHolder }),
    pairs: () => held?.pairs ?? [],
    untilHeld() {
      if (isDeposed || isReleased) return Promise.reject(new Deposed())
      if (held && status() === 'leader') return Promise.resolve(held.token)
      return new Promise((resolve, reject) => waiters.push({ resolve, reject }))
    },
    async assertHeld(tx) {
      if (!held || isDeposed || isReleased) throw new Deposed()
      if (await deps.assertHeld(tx, held)) return
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
      if (held && !isDeposed) await store.release(held).catch(deps.report)
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
  /** How many of them this process leads at most; if absent all or none. */
  readonly share?: number | undefined
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

/** Leadership by leases in a PostgreSQL database. */
export function openLeadership(deps: PostgresqlLeadershipDeps): LeasedLeadership {
  const { url, market, pairs, share, needs, now, report } = deps
  const holder = randomUUID()
  const clock = () => performance.now()
  return createLeadership({
    store: createLeaseStore({ queries: openLeaseQueries(url), market, pairs, share, holder, leaseMs: LEASE_MS }),
    clock,
    now,
    after: schedule,
    abilities: watchAbilities({ needs, clock, after: schedule }),
    report,
    async assertHeld(tx, held) {
      // Locked against a change of the holder, but not against a renewal.
      const rows = await tx
        .select({
          pair: leases.pair,
          pause: sql`set_config('idle_in_transaction_session_timeout', ${String(LONGEST_PAUSE_MS)}, true)`,
        })
        .from(leases)
        .where(and(eq(leases.market, market), eq(leases.holder, holder), eq(leases.token, held.token)))
        .for('key share')
      return rows.length === held.pairs.length
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
