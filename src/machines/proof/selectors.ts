import type { ProofSnapshot } from './machine.ts'
import type { ProofContext } from './types.ts'

/** Whether any action waits for the user to prove who they are. */
export const isAsked = (snapshot: ProofSnapshot): boolean => snapshot.matches('asking')

/** The ways, the one that is asked for, and why the last attempt failed. */
export const proofQuestion = ({ context }: ProofSnapshot): ProofContext => context

export const isLoadingWays = (snapshot: ProofSnapshot): boolean => snapshot.matches({ asking: 'loading' })

/** Whether the ways could not be loaded. */
export const areWaysMissing = (snapshot: ProofSnapshot): boolean => snapshot.matches({ asking: 'failed' })

export const isConfirming = (snapshot: ProofSnapshot): boolean => snapshot.matches({ asking: 'confirming' })

/** Whether a proof can be given now. */
export const canConfirm = (snapshot: ProofSnapshot): boolean =>
  snapshot.matches({ asking: 'waiting' }) && snapshot.context.method !== undefined
