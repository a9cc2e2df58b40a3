import type { LoginRequest } from '#contract/auth.ts'
import type { SessionActor } from './machine.ts'

export interface SessionCommands {
  signIn(request: LoginRequest): void
  signOut(): void
}

/** What a screen may ask of the session. What the state does not permit is ignored, such as a second sign-in at once. */
export const sessionCommands = (actor: SessionActor): SessionCommands => ({
  signIn: (request) => actor.send({ type: 'user.signIn', credentials: () => request }),
  signOut: () => actor.send({ type: 'user.signOut' }),
})
