import type { FaultInjectionSnapshot } from './machine.ts'
import type { FaultRecord } from './record.ts'

export type FaultPhase = 'idle' | 'starting' | 'running' | 'stopping' | 'recovering'

export const faultPhase = ({ value }: FaultInjectionSnapshot): FaultPhase => (value === 'idle' ? 'idle' : value.active)

/** The record of the current or last fault. */
export const faultRecord = ({ context }: FaultInjectionSnapshot): FaultRecord | undefined => context.record

/** Why the server refused to start or stop the fault. */
export const faultError = ({ context }: FaultInjectionSnapshot): string | undefined => context.error
