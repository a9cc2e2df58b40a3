import { CLOSE } from '#contract/close-codes.ts'
import type { Principal, Refusal } from '#server/http/access.ts'
import type { Registry } from '../clients/registry.ts'
import { DEFAULT_LIMITS, type GatewayLimits } from '../policy.ts'
import type { GatewayDeps, GatewayEvent } from '../ports.ts'

/** Counts events per key over a sliding window. */
interface SlidingWindowCounter {
  count(key: string): number
  add(key: string): void
  /** Drops keys whose events are all older than the window. */
  readonly prune: () => void
}

export function createSlidingWindowCounter(windowMs: () => number, now: () => number): SlidingWindowCounter {
  const times = new Map<string, number[]>()

  function recent(key: string): number[] {
    const since = now() - windowMs()
    const remaining = (times.get(key) ?? []).filter((time) => time > since)
    if (remaining.length > 0) times.set(key, remaining)
    else times.delete(key)
    return remaining
  }

  return {
    count: (key) => recent(key).length,
    add(key) {
      times.set(key, [...recent(key), now()])
    },
    prune() {
      for (const key of times.keys()) recent(key)
    },
  }
}

/** How a socket is closed that is not accepted. */
export interface RefusedSocket {
  readonly code: number
  readonly reason: string
  readonly refusal: Extract<GatewayEvent, { kind: 'socket-refused' }>['refusal']
  /** Closed without a closing handshake; `code` is what the client then observes. */
  readonly isTerminated?: true
}

/** Limits on open sockets and on connect rate. */
export interface ConnectionLimits {
  /** Limits for an authenticated user. `replacing`: takes over one of the user's open connections. Counts the connect unless it is refused. */
  forPrincipal(address: string, principal: Principal, replacing: boolean): RefusedSocket | undefined
  /** Limits for a failed authentication. Never affects authenticated users behind the same address. */
  forUnauthenticated(address: string, refusal: Refusal): RefusedSocket
  prune(): void
}

const TOO_MANY_CONNECTS: RefusedSocket = { code: CLOSE.tooMany, reason: 'Too many connects', refusal: 'connects' }
export const TOO_MANY_SOCKETS: RefusedSocket = {
  code: CLOSE.tooMany,
  reason: 'Too many open sockets',
  refusal: 'sockets',
}
const OVERLOAD: RefusedSocket = { code: CLOSE.tryLater, reason: 'Server is full', refusal: 'overload' }
export const UNAVAILABLE: RefusedSocket = {
  code: CLOSE.tryLater,
  reason: 'Access could not be checked',
  refusal: 'unavailable',
}

/** The session injected this fault into its own sockets. */
export const TERMINATED_BY_FAULT: RefusedSocket = {
  code: 1006,
  reason: 'Terminated by fault injection',
  refusal: 'fault-injection',
  isTerminated: true,
}

/** One reason for all tokens that are refused, so that it does not reveal whether one was once valid. */
const REFUSALS: Record<Refusal, { readonly code: number; readonly reason: string }> = {
  missing: { code: CLOSE.token, reason: 'Token missing' },
  invalid: { code: CLOSE.token, reason: 'Token invalid' },
  expired: { code: CLOSE.token, reason: 'Token invalid' },
  'session-ended': { code: CLOSE.sessionEnded, reason: 'Session ended' },
  'account-inactive': { code: CLOSE.sessionEnded, reason: 'Account inactive' },
  scope: { code: CLOSE.token, reason: 'Token lacks the scope' },
}

export function createConnectionLimits(
  { limits, now }: Pick<GatewayDeps, 'limits' | 'now'>,
  registry: Registry,
): ConnectionLimits {
  const limit = (name: keyof GatewayLimits) => limits?.[name] ?? DEFAULT_LIMITS[name]
  const connects = createSlidingWindowCounter(() => limit('connectsWindowMs'), now)
  /** An API token has limits of its own, so that a program cannot keep its user's browsers out. */
  const openSockets = ({ userId, sessionId, scopes }: Principal): number =>
    scopes
      ? registry.ofSession(sessionId).length
      : registry.ofUser(userId).filter(({ principal }) => !principal.scopes).length

  return {
    forPrincipal(address, principal, replacing) {
      const key = `${address} ${principal.scopes ? principal.sessionId : principal.userId}`
      const freed = replacing ? 1 : 0
      if (connects.count(key) >= limit('connects')) return TOO_MANY_CONNECTS
      if (openSockets(principal) - freed >= limit('socketsPerUser')) return TOO_MANY_SOCKETS
      if (registry.size() - freed >= limit('clients')) return OVERLOAD
      connects.add(key)
      return undefined
    },
    forUnauthenticated(address, refusal) {
      if (connects.count(address) >= limit('connects')) return TOO_MANY_CONNECTS
      connects.add(address)
      return { ...REFUSALS[refusal], refusal }
    },
    prune: connects.prune,
  }
}
