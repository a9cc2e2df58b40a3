import type { Fault } from '#contract/fault-injection.ts'
import type { FaultRecord, Observation } from './record.ts'

export interface FaultInjectionContext {
  readonly record: FaultRecord | undefined
  /** Why the server refused to start or stop the fault. */
  readonly error: string | undefined
}

export type FaultInjectionEvent =
  | { readonly type: 'start'; readonly fault: Fault }
  | { readonly type: 'stop' | 'session.changed' }
  | { readonly type: 'observation'; readonly observation: Observation }

export const INITIAL_CONTEXT: FaultInjectionContext = { record: undefined, error: undefined }
