import type { SessionActor } from './machine.ts'
import type { Registration, SecondProof, SignInRequest } from './ports.ts'

export interface SessionCommands {
  signIn(request: SignInRequest): void
  /** Does the second step of the sign-in. */
  confirm(proof: SecondProof): void
  /** Leaves the second step for the first. */
  back(): void
  /** Creates the account of the invitation that the page was opened with, and signs in. */
  register(registration: Registration): void
  signOut(): void
  /** Has this tab and the others show what was changed of the user. */
  userChanged(): void
}

/** Commands of the session. Those that the current state does not allow are ignored, such as a second sign-in. */
export const sessionCommands = (actor: SessionActor): SessionCommands => ({
  signIn: (request) => actor.send({ type: 'user.signIn', credentials: () => request }),
  confirm: (proof) => actor.send({ type: 'user.confirm', proof: () => proof }),
  back: () => actor.send({ type: 'user.back' }),
  register: (registration) => actor.send({ type: 'user.register', registration: () => registration }),
  signOut: () => actor.send({ type: 'user.signOut' }),
  userChanged: () => actor.send({ type: 'user.changed' }),
})
