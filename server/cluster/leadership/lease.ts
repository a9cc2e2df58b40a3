import { Deposed, type Leadership, type LeaseStore, type LeadershipState } from './ports.ts'

/** How long a lease is valid in the database after it was taken or renewed. */
export const LEASE_MS = 5_000
/** How much earlier its holder stops to rely on it: for clocks that run at different speeds, and for what is on its way. */
const MARGIN_MS = 1_000
const RENEW_MS = 1_500
/** A standby asks this often, and a holder that could not renew in time. */
const RETRY_MS = 400

export interface LeaseDeps {
  readonly store: LeaseStore
  /** Monotonic clock, in milliseconds. */
  readonly clock: () => number
  /** Unix milliseconds. */
  readonly now: () => number
  /** Runs `run` after `ms`; returns a function that cancels it. */
  readonly after: (ms: number, run: () => void) => () => void
  /** Whether a transaction sees the lease of this token. */
  readonly assertHeld: (tx: Parameters<Leadership['assertHeld']>[0], token: number) => Promise<boolean>
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
  const { store, clock, now, after } = deps
  let token: number | null = null
  let since: number | null = null
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
  let resolveDeposed = () => {}
  const whenDeposed = new Promise<void>((resolve) => (resolveDeposed = resolve))

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

  function depose(): void {
    if (isDeposed || isReleased) return
    isDeposed = true
    cancel()
    settle(({ reject }) => reject(new Deposed()))
    resolveDeposed()
  }

  /** @param sentAt when the request was sent: the database counts from a moment after it */
  function hold(held: number, sentAt: number): void {
    token = held
    since ??= now()
    otherHolder = null
    validUntil = sentAt + LEASE_MS - MARGIN_MS
    if (status() === 'leader') settle(({ resolve }) => resolve(held))
  }

  async function attempt(): Promise<void> {
    const sentAt = clock()
    if (token !== null) {
      if (await store.renew(token, address)) hold(token, sentAt)
      else depose()
      return
    }
    const result = await store.acquire(address)
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
      settle(({ reject }) => reject(new Deposed('The process stops')))
      await working
      if (token !== null && !isDeposed) await store.release(token).catch(deps.report)
      await store.close()
    },
  }
}
