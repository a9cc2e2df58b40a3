import type { Observable } from 'rxjs'
import type { BusEvent } from './events.ts'

/** State of the bus, as /health reports it. */
export interface BusState {
  /** `none`: there are no other processes. */
  readonly status: 'none' | 'connected' | 'disconnected'
  /** Time from sending to receiving an event, in ms; null before the first is measured. */
  readonly latencyMs: number | null
  /** Number of times the connection was established again. */
  readonly reconnects: number
}

/**
 * Carries events between the processes that share a database. An event can be lost, so the parts that depend on one also look for
 * what it says: on `connected$`, and from time to time.
 */
export interface Bus {
  /** Whether there may be other processes. */
  readonly isShared: boolean
  /** Sends an event to the other processes. Never throws: while there is no connection, the newest events wait for it. */
  publish(event: BusEvent): void
  /** Events of other processes, in the order in which each published them. */
  readonly events$: Observable<BusEvent>
  /** Emits on each connection: events may have been missed before. */
  readonly connected$: Observable<void>
  state(): BusState
  close(): Promise<void>
}
