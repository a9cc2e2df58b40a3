import type { User } from '#contract/auth.ts'
import type { SessionSnapshot } from './machine.ts'
import type { SessionNotice } from './model.ts'

export type SessionStatus = 'loading' | 'unauthenticated' | 'authenticated'

/** The session's state in the words of the specification. Somebody who is signing out already counts as gone. */
export function sessionStatus(snapshot: SessionSnapshot): SessionStatus {
  if (snapshot.hasTag('verifying')) return 'loading'
  return snapshot.matches('authenticated') ? 'authenticated' : 'unauthenticated'
}

/** Who is signed in; undefined unless the status is authenticated. */
export const sessionUser = (snapshot: SessionSnapshot): User | undefined =>
  snapshot.matches('authenticated') ? snapshot.context.user : undefined

export const isSigningIn = (snapshot: SessionSnapshot): boolean => snapshot.hasTag('signing in')

export const isRegistering = (snapshot: SessionSnapshot): boolean => snapshot.hasTag('registering')

/** Why the last attempt to make an account failed. */
export const registerError = (snapshot: SessionSnapshot): string | undefined => snapshot.context.registerError

/** Why the last attempt to sign in failed. */
export const signInError = (snapshot: SessionSnapshot): string | undefined => snapshot.context.signInError

/** What the sign-in screen says about the session that ended. */
export const sessionNotice = (snapshot: SessionSnapshot): SessionNotice | undefined => snapshot.context.notice

/** Goes up by one with every new access token. */
export const tokenGeneration = (snapshot: SessionSnapshot): number => snapshot.context.generation

/** The same in all tabs and for all tokens of one sign-in; undefined while nobody is signed in. No secret. */
export const sessionId = (snapshot: SessionSnapshot): string | undefined =>
  snapshot.matches('authenticated') ? snapshot.context.token?.sessionId : undefined

/** True after the user's own sign-out: then no earlier page is remembered for whoever comes next. */
export const signedOutByUser = (snapshot: SessionSnapshot): boolean => snapshot.context.ended === 'left'
