import type { Fault } from '#contract/fault-injection.ts'
import type { FaultInjectionActor } from './machine.ts'

/** What may be asked of the drill. */
export interface FaultInjectionCommands {
  /** Asks the server for a fault; nothing while one runs or is being recovered from. */
  readonly start: (fault: Fault) => void
  /** Ends the fault before its time. */
  readonly stop: () => void
}

export const faultInjectionCommands = (actor: Pick<FaultInjectionActor, 'send'>): FaultInjectionCommands => ({
  start: (fault) => actor.send({ type: 'start', fault }),
  stop: () => actor.send({ type: 'stop' }),
})
