import type { LoginRequest, User } from '#contract/auth.ts'
import type { CodeProof, FactorMethod, PasskeyProof } from '#contract/factors.ts'
import type { InvitationOffer, RegisterRequest } from '#contract/invitations.ts'

/** What is known of the stored token without the token itself. Times are Unix ms of this client's clock. */
export interface TokenInfo {
  readonly expiresAt: number
  /** Created at sign-in and shared by all tabs: distinguishes a renewed token from another session's. */
  readonly sessionId: string
  readonly remembered: boolean
}

/** A token issued by the identity service. It exists only in promises and in the token store, never in a machine. */
export interface Grant {
  readonly token: string
  readonly lifeS: number
}

/** Stores the single access token of this browser. */
export interface TokenStore {
  info(): TokenInfo | undefined
  save(grant: Grant, owner: { readonly sessionId: string; readonly remembered: boolean }): TokenInfo
  /** Removes the token, unless the stored one belongs to another session by now. */
  clear(sessionId: string | undefined): void
}

/** A second step that the sign-in takes; the adapter keeps its challenge. */
export interface SecondStep {
  readonly methods: readonly FactorMethod[]
  readonly lifeMs: number
}

/** How the user does the second step. The adapter has a passkey sign its challenge. */
export type SecondProof = CodeProof | { readonly method: 'passkey' }

/** A passkey that has signed a challenge. */
export interface ChosenPasskey {
  readonly challenge: string
  readonly proof: PasskeyProof
}

/** Signing in with a passkey alone: one that was chosen where it was suggested, or that the adapter asks for. */
export interface PasskeySignIn {
  readonly passkey: ChosenPasskey | 'ask'
  readonly remember_me: boolean
}

export type SignInRequest = LoginRequest | PasskeySignIn

interface Granted {
  readonly kind: 'granted'
  readonly grant: Grant
  readonly user: User
}

export type SignInResult =
  | Granted
  | { readonly kind: 'secondStep'; readonly step: SecondStep }
  | { readonly kind: 'failed'; readonly text: string }

export type SecondStepResult =
  | Granted
  /** The step can be tried again. */
  | { readonly kind: 'refused'; readonly text: string }
  /** The sign-in has to begin again. */
  | { readonly kind: 'failed'; readonly text: string }

/** What an invited user enters; the adapter adds the invitation code. */
export type Registration = Pick<RegisterRequest, 'email' | 'password'>

export type RegisterResult =
  | { readonly kind: 'granted'; readonly grant: Grant }
  | { readonly kind: 'failed'; readonly text: string }

/** Result of checking an invitation code. */
export type InvitationCheck =
  | { readonly kind: 'offer'; readonly offer: InvitationOffer }
  | { readonly kind: 'missing'; readonly text: string }
  /** The code is invalid. Without a text when the service's message cannot be shown. */
  | { readonly kind: 'refused'; readonly text: string | undefined }
  /** The code could not be checked; trying again may help. */
  | { readonly kind: 'unanswered'; readonly text: string }

/** The invitation that the page was opened with. */
export interface Invitation {
  readonly check: (signal: AbortSignal) => Promise<InvitationCheck>
}

export type RefreshResult =
  | { readonly kind: 'granted'; readonly grant: Grant }
  /** The service answered without a token: the session is over. */
  | { readonly kind: 'refused'; readonly text: string; readonly reason?: EndReason | undefined }
  /** No answer: the session may still be valid. */
  | { readonly kind: 'unanswered'; readonly text: string }

export type UserResult =
  | { readonly kind: 'user'; readonly user: User }
  | { readonly kind: 'failed'; readonly text: string }

/** The identity service as the session needs it. Failures are values; a rejected promise is a bug in the adapter. */
export interface SessionApi {
  signIn(request: SignInRequest, signal: AbortSignal): Promise<SignInResult>
  /** The second step of the latest sign-in. */
  confirmSignIn(proof: SecondProof, signal: AbortSignal): Promise<SecondStepResult>
  /** Creates the invited account. */
  register(registration: Registration, signal: AbortSignal): Promise<RegisterResult>
  signOut(signal: AbortSignal): Promise<void>
  /** Never aborted: the rotated refresh cookie must reach the browser even if the caller no longer waits. */
  refresh(): Promise<RefreshResult>
  currentUser(signal: AbortSignal): Promise<UserResult>
}

/** Why a session ended. `left` is the user's own sign-out. */
export type EndReason = 'left' | 'idle' | 'expired' | 'required' | 'revoked' | 'account' | 'role' | 'reuse'

/** Messages between the tabs of one browser. */
export type TabMessage =
  | { readonly type: 'tab.signedOut'; readonly sessionId: string; readonly reason: EndReason }
  /** The stored token may have changed. */
  | { readonly type: 'tab.token' }
  /** The user's details have changed. */
  | { readonly type: 'tab.user' }
  | { readonly type: 'tab.active'; readonly at: number }

export interface Tabs {
  announce(message: TabMessage): void
  /** Calls back with messages of other tabs. Returns a function that stops it. */
  listen(listener: (message: TabMessage) => void): () => void
  /** Newest activity in any tab, Unix ms; 0 when none is known. */
  lastActivity(): number
  /**
   * Runs `work` while no other tab does, or without the lock once `waitMs` have passed. Rejects with the signal's
   * reason, without running, if `signal` aborts first.
   */
  withLock<T>(waitMs: number, signal: AbortSignal, work: () => Promise<T>): Promise<T>
}

/** The page: user activity, and times at which timers may have been late. */
export interface Page {
  /** Calls back with the time of user activity, at most once per second. */
  onActivity(listener: (at: number) => void): () => void
  /** Calls back when the page becomes visible, comes back from sleep or the network returns. */
  onWake(listener: () => void): () => void
}

/** Kind of call that got a 401. Decides the text after a failed refresh. */
export type Caller = 'data' | 'admin'

/** Result of requesting a new token. */
export type Renewal = 'fresh' | 'ended' | 'unanswered'

export interface CurrentToken {
  readonly generation: number
  /** Only a usable token may be sent. A missing one was removed from storage by something else. */
  readonly state: 'usable' | 'expired' | 'missing'
}

/** The session's token as services and sockets need it. */
export interface TokenSource {
  /** The current token by its generation; undefined while signed out. */
  current(): CurrentToken | undefined
  /** Reports a 401 for a token of this generation and waits for a newer one; single-flight across all tabs. */
  renew(generation: number, caller: Caller): Promise<Renewal>
  /** Reports a 401 for the renewed token: the session is over. */
  reportUnauthorized(generation: number): void
}

/** The realtime services while one user is signed in. */
export interface RealtimeRun {
  readonly tokenChanged: () => void
  readonly stop: (reason: 'signed out' | 'session ended' | 'page closed') => void
}

export interface SessionPorts {
  readonly api: SessionApi
  readonly tokenStore: TokenStore
  readonly tabs: Tabs
  readonly page: Page
  /** Starts the realtime services for the user with this e-mail address. */
  readonly startRealtime: (user: string) => RealtimeRun
  /** Wall clock, Unix ms. */
  readonly now: () => number
  readonly newId: () => string
}
