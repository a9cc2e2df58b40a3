import type { LoginRequest, User } from '#contract/auth.ts'
import type { InvitationOffer, RegisterRequest } from '#contract/invitations.ts'

/** What is known of the kept token without the token itself. Times are Unix milliseconds of this client's clock. */
export interface TokenInfo {
  readonly expiresAt: number
  /** Made at sign-in, the same in all tabs: tells a renewed token from somebody else's. */
  readonly sessionId: string
  readonly remembered: boolean
}

/** A token as it came from the identity service. It lives in promises and in the vault, never in a machine. */
export interface Grant {
  readonly token: string
  readonly lifeS: number
}

/** Keeps the one access token of this browser. */
export interface TokenStore {
  info(): TokenInfo | undefined
  save(grant: Grant, owner: { readonly sessionId: string; readonly remembered: boolean }): TokenInfo
  /** Forgets the token, unless the kept one belongs to another session by now. */
  clear(sessionId: string | undefined): void
}

export type SignInResult =
  | { readonly kind: 'granted'; readonly grant: Grant; readonly user: User }
  | { readonly kind: 'failed'; readonly text: string }

/** What an invited person chooses; the code of the invitation stays with the adapter. */
export type Registration = Pick<RegisterRequest, 'email' | 'password'>

export type RegisterResult =
  | { readonly kind: 'granted'; readonly grant: Grant }
  | { readonly kind: 'failed'; readonly text: string }

/** What became of the check of an invitation's code. */
export type InvitationCheck =
  | { readonly kind: 'offer'; readonly offer: InvitationOffer }
  | { readonly kind: 'missing'; readonly text: string }
  /** The code opens nothing. Without a text when the service has said something that cannot be shown. */
  | { readonly kind: 'refused'; readonly text: string | undefined }
  /** Nothing is known about the code: asking again may help. */
  | { readonly kind: 'unanswered'; readonly text: string }

/** The invitation that the page was opened with. */
export interface Invitation {
  readonly check: (signal: AbortSignal) => Promise<InvitationCheck>
}

export type RefreshResult =
  | { readonly kind: 'granted'; readonly grant: Grant }
  /** The service answered, and not with a token: the session is over. */
  | { readonly kind: 'refused'; readonly text: string; readonly reason?: EndReason | undefined }
  /** Nobody answered: says nothing about the session. */
  | { readonly kind: 'unanswered'; readonly text: string }

export type UserResult =
  | { readonly kind: 'user'; readonly user: User }
  | { readonly kind: 'failed'; readonly text: string }

/** The identity service as the session needs it. Replies are values; a rejected promise is a fault of the adapter. */
export interface SessionApi {
  signIn(request: LoginRequest, signal: AbortSignal): Promise<SignInResult>
  /** Makes the invited account. */
  register(registration: Registration, signal: AbortSignal): Promise<RegisterResult>
  signOut(signal: AbortSignal): Promise<void>
  /** Never aborted: the rotated refresh cookie must reach the browser even when nobody waits any more. */
  refresh(): Promise<RefreshResult>
  currentUser(signal: AbortSignal): Promise<UserResult>
}

/** Why a session ended. `left` is the user's own sign-out. */
export type EndReason = 'left' | 'idle' | 'expired' | 'required' | 'revoked' | 'account' | 'role' | 'reuse'

/** What tabs of one browser tell each other. */
export type TabMessage =
  | { readonly type: 'tab.signedOut'; readonly sessionId: string; readonly reason: EndReason }
  /** There may be another token in the vault. */
  | { readonly type: 'tab.token' }
  | { readonly type: 'tab.active'; readonly at: number }

export interface Tabs {
  announce(message: TabMessage): void
  /** Calls back with the news of the other tabs until the returned function is called. */
  listen(listener: (message: TabMessage) => void): () => void
  /** Newest activity in any tab, Unix ms; 0 when none is known. */
  lastActivity(): number
  /**
   * Runs `work` while no other tab does, or alone once `waitMs` have passed.
   * Not run, and rejected with the signal's reason, when `signal` aborts first.
   */
  withLock<T>(waitMs: number, signal: AbortSignal, work: () => Promise<T>): Promise<T>
}

/** The page: signs of its user, and moments at which timers may have been late. */
export interface Page {
  /** Calls back with the time of each sign of activity, at most once per second. */
  onActivity(listener: (at: number) => void): () => void
  /** Calls back when the page becomes visible, comes back from sleep or the network returns. */
  onWake(listener: () => void): () => void
}

export interface SessionPorts {
  readonly api: SessionApi
  readonly tokenStore: TokenStore
  readonly tabs: Tabs
  readonly page: Page
  /** Wall clock, Unix ms. */
  readonly now: () => number
  readonly newId: () => string
}
