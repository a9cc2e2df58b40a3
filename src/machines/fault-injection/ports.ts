import type { FaultInjection, Fault } from '#contract/fault-injection.ts'
import type { Observation } from './record.ts'

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string }

/** Everything a drill needs from outside. */
export interface FaultInjectionPorts {
  /** The server's drill of this session. None rejects. */
  readonly api: {
    readonly start: (fault: Fault, signal: AbortSignal) => Promise<Result<FaultInjection>>
    readonly stop: (signal: AbortSignal) => Promise<Result<FaultInjection | null>>
  }
  /** Reports what is there at once, and then whatever changes of what this fault can touch; returns how to stop. */
  readonly observe: (fault: Fault, report: (observation: Observation) => void) => () => void
  /** Called back whenever another person, or nobody, is signed in; returns how to stop. */
  readonly watchSession: (changed: () => void) => () => void
  /** Wall clock, unix ms. */
  readonly now: () => number
}
