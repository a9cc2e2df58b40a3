import type { ProofMethod } from '#contract/proof.ts'
import type { GivenProof } from './ports.ts'

export interface ProofContext {
  /** The ways in which the user can prove it, the usual one first; empty until they are known. */
  readonly methods: readonly ProofMethod[]
  /** The way that is asked for; undefined while there is none. */
  readonly method: ProofMethod | undefined
  /** Why the ways could not be loaded, or the last proof was not accepted. */
  readonly error: string | undefined
}

export type ProofEvent =
  /** An action waits for a proof. */
  | { readonly type: 'ask' }
  /** Loads the ways again. */
  | { readonly type: 'retry' }
  | { readonly type: 'choose'; readonly method: ProofMethod }
  /** The proof is wrapped in a function, so that inspectors and event logs cannot show it. */
  | { readonly type: 'confirm'; readonly proof: () => GivenProof }
  | { readonly type: 'cancel' }
  | { readonly type: 'session.changed' }

/** For all actions that wait: whether the user has proven it. */
export interface ProofAnswer {
  readonly type: 'answered'
  readonly isProven: boolean
}

export const INITIAL_CONTEXT: ProofContext = { methods: [], method: undefined, error: undefined }
