import type { SessionNotice } from './types.ts'
import type { Caller, EndReason } from './ports.ts'

const TEXTS: Record<Exclude<EndReason, 'left'>, string> = {
  idle: 'You were signed out after 1 hour without activity.',
  expired: 'Session expired. Please login again.',
  required: 'Authentication required. Please log in again.',
  revoked: 'Your session was ended from elsewhere. Please log in again.',
  account: 'Your account is no longer active.',
  role: 'Your role has changed. Please log in again.',
  reuse: 'Your session was ended because its key was used twice. Please log in again.',
}

/** Notice on the sign-in screen after a session ended; none after the user's own sign-out. */
export const noticeOf = (reason: EndReason, detail?: string): SessionNotice | undefined =>
  reason === 'left' ? undefined : { reason, text: TEXTS[reason], detail }

/** Each kind of caller has its own text for a failed refresh. */
export const reasonFor = (caller: Caller | undefined): EndReason => (caller === 'data' ? 'required' : 'expired')

/** The current-user call was still pending when the loading panel had to close. */
export const USER_UNANSWERED = 'Failed to get user info: no answer'

/** The second step was not done in time. */
export const STEP_EXPIRED = 'This sign-in took too long. Please sign in again.'

/** Fallback: the adapter itself failed. */
export const REGISTRATION_FAILED = 'Registration failed. Please try again.'
