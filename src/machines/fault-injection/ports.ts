import type { Drill, DrillFault } from '#contract/fault-injection.ts'
import type { Sighting } from './record.ts'

export type Answer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string }

/** Everything a drill needs from outside. */
export interface DrillPorts {
  /** The server's drill of this session. None rejects. */
  readonly api: {
    readonly start: (fault: DrillFault, signal: AbortSignal) => Promise<Answer<Drill>>
    readonly stop: (signal: AbortSignal) => Promise<Answer<Drill | null>>
  }
  /** Reports what is there at once, and then whatever changes of what this fault can touch; returns how to stop. */
  readonly observe: (fault: DrillFault, report: (sighting: Sighting) => void) => () => void
  /** Called back whenever another person, or nobody, is signed in; returns how to stop. */
  readonly watchSession: (changed: () => void) => () => void
  /** Wall clock, unix ms. */
  readonly now: () => number
}
