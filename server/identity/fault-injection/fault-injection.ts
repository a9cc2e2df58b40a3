import { randomUUID } from 'node:crypto'
import { Subject, type Observable } from 'rxjs'
import type { FaultInjection, Fault } from '#contract/fault-injection.ts'
import { FAULT_INJECTION } from '#contract/limits.ts'
import { hashOf } from '../secrets.ts'

/** The requesting session and token. Faults only affect that session, some only that token. */
export interface SessionToken {
  readonly sessionId: string
  readonly token: string
}

/** What the processes report to each other of their faults. The token itself stays in its process. */
export type FaultNews =
  | {
      readonly kind: 'fault-started'
      readonly sessionId: string
      readonly tokenHash: string
      readonly injection: FaultInjection
    }
  | { readonly kind: 'fault-stopped'; readonly sessionId: string; readonly id: string }

/** Active faults by session. Held in memory only: they end with the processes at the latest. */
export interface FaultInjectionService {
  /** Undefined while the session already has an active fault. */
  start(session: SessionToken, fault: Fault): FaultInjection | undefined
  current(sessionId: string): FaultInjection | undefined
  /** Returns the fault that was stopped. */
  stop(sessionId: string): FaultInjection | undefined
  readonly faultOf: (sessionId: string) => Fault | undefined
  /** Emits each start (with its fault) and each end. */
  readonly changes$: Observable<{ readonly sessionId: string; readonly fault: Fault | undefined }>
  /** Status to fail a data request of this token with; undefined when it is to be served. */
  readonly failureStatus: (sessionId: string, token: string) => 401 | 503 | undefined
  /** Emits what other processes must know. */
  readonly news$: Observable<FaultNews>
  /** Applies what another process reported. */
  apply(news: FaultNews): void
  /** Reports the faults that were started here again, in case that it was not received. */
  announce(): void
  /** Ends all faults. */
  close(): void
}

export interface FaultInjectionDeps {
  /** Unix milliseconds. */
  readonly now: () => number
  /** Runs `run` after `ms`; returns a function that cancels it. */
  readonly after?: (ms: number, run: () => void) => () => void
}

/** Orders faults by their start. */
const keyOf = ({ started_at: startedAt, id }: FaultInjection): string => `${startedAt} ${id}`

interface ActiveFault {
  readonly injection: FaultInjection
  readonly fault: Fault
  readonly tokenHash: string
  /** Whether it was started in this process. */
  readonly isOwn: boolean
  readonly cancel: () => void
}

const textHashOf = (token: string): string => Buffer.from(hashOf(token)).toString('base64url')

function schedule(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  timer.unref()
  return () => clearTimeout(timer)
}

export function createFaultInjection({ now, after = schedule }: FaultInjectionDeps): FaultInjectionService {
  const activeFaults = new Map<string, ActiveFault>()
  const changes$ = new Subject<{ sessionId: string; fault: Fault | undefined }>()

  const news$ = new Subject<FaultNews>()
  /** Faults that were stopped early, until none can be active any more: a late start of one is not applied. */
  const stopped = new Map<string, number>()

  function end(sessionId: string): FaultInjection | undefined {
    const activeFault = activeFaults.get(sessionId)
    if (!activeFault) return undefined
    activeFault.cancel()
    activeFaults.delete(sessionId)
    changes$.next({ sessionId, fault: undefined })
    return activeFault.injection
  }

  function begin(sessionId: string, active: Omit<ActiveFault, 'fault' | 'cancel'>): void {
    const { fault, ends_at: endsAt } = active.injection
    const cancel = after(Math.max(0, Date.parse(endsAt) - now()), () => void end(sessionId))
    activeFaults.set(sessionId, { ...active, fault, cancel })
    changes$.next({ sessionId, fault })
  }

  function markStopped(id: string): void {
    for (const [each, until] of stopped) if (until <= now()) stopped.delete(each)
    stopped.set(id, now() + FAULT_INJECTION.maxS * 1000)
  }

  function stop(sessionId: string): FaultInjection | undefined {
    const injection = end(sessionId)
    if (!injection) return undefined
    markStopped(injection.id)
    news$.next({ kind: 'fault-stopped', sessionId, id: injection.id })
    return injection
  }

  function applyStart({ sessionId, tokenHash, injection }: Extract<FaultNews, { kind: 'fault-started' }>): void {
    if (stopped.has(injection.id)) {
      news$.next({ kind: 'fault-stopped', sessionId, id: injection.id })
      return
    }
    const known = activeFaults.get(sessionId)?.injection
    // Of two that were started at once, all processes keep the earlier one.
    if (known && (known.id === injection.id || keyOf(known) <= keyOf(injection))) return
    if (Date.parse(injection.ends_at) <= now()) return
    end(sessionId)
    begin(sessionId, { injection, tokenHash, isOwn: false })
  }

  return {
    start({ sessionId, token }, fault) {
      if (activeFaults.has(sessionId)) return undefined
      const startedAt = now()
      const lifeMs = fault.seconds * 1000
      const injection: FaultInjection = {
        id: randomUUID(),
        fault,
        started_at: new Date(startedAt).toISOString(),
        ends_at: new Date(startedAt + lifeMs).toISOString(),
      }
      const tokenHash = textHashOf(token)
      begin(sessionId, { injection, tokenHash, isOwn: true })
      news$.next({ kind: 'fault-started', sessionId, tokenHash, injection })
      return injection
    },
    current: (sessionId) => activeFaults.get(sessionId)?.injection,
    stop,
    faultOf: (sessionId) => activeFaults.get(sessionId)?.fault,
    changes$: changes$.asObservable(),
    failureStatus(sessionId, token) {
      const activeFault = activeFaults.get(sessionId)
      if (activeFault?.fault.kind === 'answer-503') return 503
      if (activeFault?.fault.kind !== 'answer-401') return undefined
      return activeFault.fault.renewed === true || activeFault.tokenHash === textHashOf(token) ? 401 : undefined
    },
    news$: news$.asObservable(),
    apply(news) {
      if (news.kind === 'fault-started') {
        applyStart(news)
        return
      }
      markStopped(news.id)
      if (activeFaults.get(news.sessionId)?.injection.id === news.id) end(news.sessionId)
    },
    announce() {
      for (const [sessionId, { isOwn, tokenHash, injection }] of activeFaults)
        if (isOwn) news$.next({ kind: 'fault-started', sessionId, tokenHash, injection })
    },
    close() {
      for (const sessionId of activeFaults.keys()) end(sessionId)
      changes$.complete()
      news$.complete()
    },
  }
}
