import type { DrillSnapshot } from './machine.ts'
import type { DrillRecord } from './record.ts'

export type DrillPhase = 'idle' | 'starting' | 'running' | 'stopping' | 'recovering'

export const drillPhase = ({ value }: DrillSnapshot): DrillPhase => (value === 'idle' ? 'idle' : value.active)

/** The drill that runs, or the last one. */
export const drillRecord = ({ context }: DrillSnapshot): DrillRecord | undefined => context.record

/** Why the server would not start or stop it, in its words. */
export const drillError = ({ context }: DrillSnapshot): string | undefined => context.error
