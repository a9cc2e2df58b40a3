import type { CodeProof } from '#contract/factors.ts'
import type { ProofMethod } from '#contract/proof.ts'
import type { Result } from '#src/lib/result.ts'

/** What the user gives to prove who they are. A passkey is asked for by the adapter. */
export type GivenProof =
  | { readonly method: 'password'; readonly password: string }
  | CodeProof
  | { readonly method: 'passkey' }

/** Ports of the proof of identity. */
export interface ProofPorts {
  readonly api: {
    /** The ways in which the user can prove it at this address. */
    readonly methods: (signal: AbortSignal) => Promise<Result<readonly ProofMethod[]>>
    readonly prove: (given: GivenProof, signal: AbortSignal) => Promise<Result<unknown>>
  }
  /** Calls back when another user signs in, or the user signs out. Returns a function that stops it. */
  readonly watchSession: (changed: () => void) => () => void
}
