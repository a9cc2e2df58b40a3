import type { FaultInjectionSnapshot } from './machine.ts'
import type { FaultRecord } from './record.ts'

export type FaultPhase = 'idle' | 'starting' | 'running' | 'stopping' | 'recovering'

export const faultPhase = ({ value }: FaultInjectionSnapshot): FaultPhase => (value === 'idle' ? 'idle' : value.active)

/** The drill that runs, or the last one. */
export const faultRecord = ({ context }: FaultInjectionSnapshot): FaultRecord | undefined => context.record

/** Why the server would not start or stop it, in its words. */
export const faultError = ({ context }: FaultInjectionSnapshot): string | undefined => context.error
