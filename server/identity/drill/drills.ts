import { randomUUID } from 'node:crypto'
import { Subject, type Observable } from 'rxjs'
import type { Drill, DrillFault } from '#contract/fault-injection.ts'

/** Who asked: drills never reach beyond the session, some not beyond the token. */
export interface Driller {
  readonly sessionId: string
  readonly token: string
}

/** Which faults sessions make for themselves at the moment. Kept in memory: a drill ends with the process at the latest. */
export interface Drills {
  /** Undefined while one runs. */
  start(who: Driller, fault: DrillFault): Drill | undefined
  current(sessionId: string): Drill | undefined
  /** The drill that was stopped. */
  stop(sessionId: string): Drill | undefined
  readonly faultOf: (sessionId: string) => DrillFault | undefined
  /** Each beginning (with its fault) and each end. */
  readonly changes$: Observable<{ readonly sessionId: string; readonly fault: DrillFault | undefined }>
  /** The status that a data call with this token is to be answered with; undefined when it is to be served. */
  readonly answer: (sessionId: string, token: string) => 401 | 503 | undefined
  /** Ends them all. */
  close(): void
}

export interface DrillsDeps {
  /** Unix milliseconds. */
  readonly now: () => number
  /** Runs something later; gives its cancel. */
  readonly after?: (ms: number, run: () => void) => () => void
}

interface Running {
  readonly drill: Drill
  readonly fault: DrillFault
  readonly token: string
  readonly cancel: () => void
}

function later(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  timer.unref()
  return () => clearTimeout(timer)
}

export function createDrills({ now, after = later }: DrillsDeps): Drills {
  const running = new Map<string, Running>()
  const changes$ = new Subject<{ sessionId: string; fault: DrillFault | undefined }>()

  function stop(sessionId: string): Drill | undefined {
    const held = running.get(sessionId)
    if (!held) return undefined
    held.cancel()
    running.delete(sessionId)
    changes$.next({ sessionId, fault: undefined })
    return held.drill
  }

  return {
    start({ sessionId, token }, fault) {
      if (running.has(sessionId)) return undefined
      const startedAt = now()
      const lifeMs = fault.seconds * 1000
      const drill: Drill = {
        id: randomUUID(),
        fault,
        started_at: new Date(startedAt).toISOString(),
        ends_at: new Date(startedAt + lifeMs).toISOString(),
      }
      running.set(sessionId, { drill, fault, token, cancel: after(lifeMs, () => void stop(sessionId)) })
      changes$.next({ sessionId, fault })
      return drill
    },
    current: (sessionId) => running.get(sessionId)?.drill,
    stop,
    faultOf: (sessionId) => running.get(sessionId)?.fault,
    changes$: changes$.asObservable(),
    answer(sessionId, token) {
      const held = running.get(sessionId)
      if (held?.fault.kind === 'answer-503') return 503
      if (held?.fault.kind !== 'answer-401') return undefined
      return held.fault.renewed === true || held.token === token ? 401 : undefined
    },
    close() {
      for (const sessionId of running.keys()) stop(sessionId)
      changes$.complete()
    },
  }
}
