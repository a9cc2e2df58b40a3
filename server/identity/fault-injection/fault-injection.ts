import { randomUUID } from 'node:crypto'
import { Subject, type Observable } from 'rxjs'
import type { FaultInjection, Fault } from '#contract/fault-injection.ts'

/** The requesting session and token. Faults only affect that session, some only that token. */
export interface SessionToken {
  readonly sessionId: string
  readonly token: string
}

/** Active faults by session. Held in memory only: they end with the process at the latest. */
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
  /** Ends all faults. */
  close(): void
}

export interface FaultInjectionDeps {
  /** Unix milliseconds. */
  readonly now: () => number
  /** Runs `run` after `ms`; returns a function that cancels it. */
  readonly after?: (ms: number, run: () => void) => () => void
}

interface ActiveFault {
  readonly injection: FaultInjection
  readonly fault: Fault
  readonly token: string
  readonly cancel: () => void
}

function schedule(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  timer.unref()
  return () => clearTimeout(timer)
}

export function createFaultInjection({ now, after = schedule }: FaultInjectionDeps): FaultInjectionService {
  const activeFaults = new Map<string, ActiveFault>()
  const changes$ = new Subject<{ sessionId: string; fault: Fault | undefined }>()

  function stop(sessionId: string): FaultInjection | undefined {
    const activeFault = activeFaults.get(sessionId)
    if (!activeFault) return undefined
    activeFault.cancel()
    activeFaults.delete(sessionId)
    changes$.next({ sessionId, fault: undefined })
    return activeFault.injection
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
      activeFaults.set(sessionId, { injection, fault, token, cancel: after(lifeMs, () => void stop(sessionId)) })
      changes$.next({ sessionId, fault })
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
      return activeFault.fault.renewed === true || activeFault.token === token ? 401 : undefined
    },
    close() {
      for (const sessionId of activeFaults.keys()) stop(sessionId)
      changes$.complete()
    },
  }
}
