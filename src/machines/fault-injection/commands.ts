import type { Fault } from '#contract/fault-injection.ts'
import type { FaultInjectionActor } from './machine.ts'

/** Commands of fault injection. */
export interface FaultInjectionCommands {
  /** Asks the server to inject a fault; ignored while one is active or being recovered from. */
  readonly start: (fault: Fault) => void
  /** Ends the fault early. */
  readonly stop: () => void
}

export const faultInjectionCommands = (actor: Pick<FaultInjectionActor, 'send'>): FaultInjectionCommands => ({
  start: (fault) => actor.send({ type: 'start', fault }),
  stop: () => actor.send({ type: 'stop' }),
})
