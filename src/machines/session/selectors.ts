import type { User } from '#contract/auth.ts'
import type { SessionSnapshot } from './machine.ts'
import type { SecondStep } from './ports.ts'
import type { SessionNotice } from './types.ts'

export type SessionStatus = 'loading' | 'unauthenticated' | 'authenticated'

/** Status of the session. A user who is signing out already counts as signed out. */
export function sessionStatus(snapshot: SessionSnapshot): SessionStatus {
  if (snapshot.hasTag('verifying')) return 'loading'
  return snapshot.matches('authenticated') ? 'authenticated' : 'unauthenticated'
}

/** The signed-in user; undefined unless the status is authenticated. */
export const sessionUser = (snapshot: SessionSnapshot): User | undefined =>
  snapshot.matches('authenticated') ? snapshot.context.user : undefined

export const isSigningIn = (snapshot: SessionSnapshot): boolean => snapshot.hasTag('signing in')

/** The second step, while it is due. */
export const secondStep = (snapshot: SessionSnapshot): SecondStep | undefined => snapshot.context.step

/** Whether the second step is being checked. */
export const isConfirming = (snapshot: SessionSnapshot): boolean => snapshot.hasTag('confirming')

export const isRegistering = (snapshot: SessionSnapshot): boolean => snapshot.hasTag('registering')

/** Why the last registration failed. */
export const registerError = (snapshot: SessionSnapshot): string | undefined => snapshot.context.registerError

/** Why the last sign-in failed. */
export const signInError = (snapshot: SessionSnapshot): string | undefined => snapshot.context.signInError

/** Notice about the session that ended, for the sign-in screen. */
export const sessionNotice = (snapshot: SessionSnapshot): SessionNotice | undefined => snapshot.context.notice

/** Incremented with every new access token. */
export const tokenGeneration = (snapshot: SessionSnapshot): number => snapshot.context.generation

/** Id of the session, shared by all tabs and tokens of one sign-in; undefined while signed out. Not a secret. */
export const sessionId = (snapshot: SessionSnapshot): string | undefined =>
  snapshot.matches('authenticated') ? snapshot.context.access?.sessionId : undefined

/** Whether the user signed out: then no location is remembered for the next sign-in. */
export const signedOutByUser = (snapshot: SessionSnapshot): boolean => snapshot.context.ended === 'left'
