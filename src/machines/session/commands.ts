import type { LoginRequest } from '#contract/auth.ts'
import type { SessionActor } from './machine.ts'
import type { Registration } from './ports.ts'

export interface SessionCommands {
  signIn(request: LoginRequest): void
  /** Makes the account of the invitation that the page was opened with, and signs in. */
  register(registration: Registration): void
  signOut(): void
}

/** What a screen may ask of the session. What the state does not permit is ignored, such as a second sign-in at once. */
export const sessionCommands = (actor: SessionActor): SessionCommands => ({
  signIn: (request) => actor.send({ type: 'user.signIn', credentials: () => request }),
  register: (registration) => actor.send({ type: 'user.register', registration: () => registration }),
  signOut: () => actor.send({ type: 'user.signOut' }),
})
