import type { User } from '#contract/auth.ts'
import type {
  Caller,
  EndReason,
  SecondProof,
  SecondStep,
  SignInRequest,
  TokenInfo,
  Registration,
  TabMessage,
} from './ports.ts'

/** Shown on the sign-in screen after a session ended. */
export interface SessionNotice {
  readonly reason: EndReason
  readonly text: string
  /** The exact failure, if there was one. */
  readonly detail?: string | undefined
}

/** The second step of the running sign-in. */
export interface PendingStep extends SecondStep {
  readonly remembered: boolean
}

export interface SessionContext {
  readonly access: TokenInfo | undefined
  readonly user: User | undefined
  /** Incremented with every new access token. */
  readonly generation: number
  /** When to renew the token, Unix ms. */
  readonly refreshAt: number
  /** Last activity in any tab, Unix ms. */
  readonly lastActivity: number
  readonly unanswered: { readonly attempts: number; readonly since: number } | undefined
  readonly rejectedBy: Caller | undefined
  /** Set while the second step is due. */
  readonly step: PendingStep | undefined
  readonly signInError: string | undefined
  readonly registerError: string | undefined
  readonly notice: SessionNotice | undefined
  readonly ended: EndReason | undefined
}

export type SessionEvent =
  /** Credentials are wrapped in functions, so that inspectors and event logs cannot show them. */
  | { readonly type: 'user.signIn'; readonly credentials: () => SignInRequest }
  | { readonly type: 'user.confirm'; readonly proof: () => SecondProof }
  /** Back from the second step to the first. */
  | { readonly type: 'user.back' }
  | { readonly type: 'user.register'; readonly registration: () => Registration }
  | { readonly type: 'user.signOut' }
  /** The user's details were changed, by this tab. */
  | { readonly type: 'user.changed' }
  | { readonly type: 'user.active'; readonly at: number }
  | { readonly type: 'page.woke' }
  /** A service answered 401 to a token of this generation. */
  | { readonly type: 'token.rejected'; readonly generation: number; readonly caller: Caller }
  /** A service answered 401 even to the renewed token. */
  | { readonly type: 'token.refused'; readonly generation: number }
  | IdentityEvent
  | TabMessage

/** Results of identity calls as events. New tokens go into the token store, never into an event. */
export type IdentityEvent =
  | { readonly type: 'user.known'; readonly user: User }
  | { readonly type: 'user.unknown'; readonly text: string }
  | { readonly type: 'refresh.renewed' }
  | { readonly type: 'refresh.refused'; readonly text: string; readonly reason?: EndReason | undefined }
  | { readonly type: 'refresh.unanswered'; readonly text: string; readonly at: number }
  | { readonly type: 'signIn.granted'; readonly user: User }
  | { readonly type: 'signIn.failed'; readonly text: string }
  | { readonly type: 'signIn.secondStep'; readonly step: PendingStep }
  | { readonly type: 'confirm.refused'; readonly text: string }
  | { readonly type: 'register.failed'; readonly text: string }

/** Events that the realtime services receive. */
export type RealtimeEvent =
  | { readonly type: 'token.changed' }
  | { readonly type: 'session.ended'; readonly isSignOut: boolean }

/** `known`: the token to replace. `waitMs`: how long to wait for a refresh in another tab. */
export interface RefreshInput {
  readonly known: TokenInfo | undefined
  readonly waitMs: number
}

/** The proof is wrapped in a function, so that inspectors and event logs cannot show it. */
export interface ConfirmInput {
  readonly proof: () => SecondProof
  readonly remembered: boolean
}

export const INITIAL_CONTEXT: SessionContext = {
  access: undefined,
  user: undefined,
  generation: 0,
  refreshAt: 0,
  lastActivity: 0,
  unanswered: undefined,
  rejectedBy: undefined,
  step: undefined,
  signInError: undefined,
  registerError: undefined,
  notice: undefined,
  ended: undefined,
}
