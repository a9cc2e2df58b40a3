import type { ProofMethod } from '#contract/proof.ts'
import type { ProofActor } from './machine.ts'
import type { GivenProof } from './ports.ts'

/** Commands of the proof of identity. Those that the current state does not allow are ignored. */
export interface ProofCommands {
  /** Asks the user; one question serves all actions that ask meanwhile. */
  readonly ask: () => void
  /** Loads the ways again after a failure. */
  readonly retry: () => void
  /** Asks for another of the ways. */
  readonly choose: (method: ProofMethod) => void
  readonly confirm: (proof: GivenProof) => void
  /** Refuses all actions that wait. */
  readonly cancel: () => void
}

export const proofCommands = (actor: Pick<ProofActor, 'send'>): ProofCommands => ({
  ask: () => actor.send({ type: 'ask' }),
  retry: () => actor.send({ type: 'retry' }),
  choose: (method) => actor.send({ type: 'choose', method }),
  confirm: (proof) => actor.send({ type: 'confirm', proof: () => proof }),
  cancel: () => actor.send({ type: 'cancel' }),
})
