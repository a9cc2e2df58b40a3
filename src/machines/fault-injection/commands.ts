import type { DrillFault } from '#contract/fault-injection.ts'
import type { DrillActor } from './machine.ts'

/** What may be asked of the drill. */
export interface DrillCommands {
  /** Asks the server for a fault; nothing while one runs or is being recovered from. */
  readonly start: (fault: DrillFault) => void
  /** Ends the fault before its time. */
  readonly stop: () => void
}

export const drillCommands = (actor: Pick<DrillActor, 'send'>): DrillCommands => ({
  start: (fault) => actor.send({ type: 'start', fault }),
  stop: () => actor.send({ type: 'stop' }),
})
