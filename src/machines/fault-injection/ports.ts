import type { FaultInjection, Fault } from '#contract/fault-injection.ts'
import type { Result } from '#src/lib/result.ts'
import type { Observation } from './record.ts'

/** Ports of the fault injection machine. */
export interface FaultInjectionPorts {
  /** Fault injection of this session on the server. Never rejects. */
  readonly api: {
    readonly start: (fault: Fault, signal: AbortSignal) => Promise<Result<FaultInjection>>
    readonly stop: (signal: AbortSignal) => Promise<Result<FaultInjection | null>>
  }
  /** Reports the current state and every change that this fault can cause. Returns a function that stops it. */
  readonly observe: (fault: Fault, report: (observation: Observation) => void) => () => void
  /** Calls back when another user signs in, or the user signs out. Returns a function that stops it. */
  readonly watchSession: (changed: () => void) => () => void
  /** Wall clock, unix ms. */
  readonly now: () => number
}
