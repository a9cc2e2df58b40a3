import type { Role } from '#contract/roles.ts'

/** Who a request or a socket speaks for, read from the session store, never from the token's claims alone. */
export interface Principal {
  readonly userId: string
  readonly sessionId: string
  readonly email: string
  readonly role: Role
}

/** Why nobody could be told from a token. */
export type Refusal = 'missing' | 'invalid' | 'expired' | 'session-ended' | 'account-inactive'

export type AuthResult =
  | {
      readonly ok: true
      readonly principal: Principal
      /** When the access token behind the verdict ends, in unix milliseconds: an open socket is closed then. */
      readonly expiresAt?: number
    }
  | { readonly ok: false; readonly refusal: Refusal }

/** Faults that a session asked for on itself: the status that its data call with this token is answered with. */
export type InjectFailure = (sessionId: string, token: string) => 401 | 503 | undefined

/** Asked on every request and on every socket. The identity service answers; nothing else reads tokens. */
export interface AccessControl {
  /** Verdict on an access token (the Authorization header's, without `Bearer `). */
  verify(token: string | undefined): Promise<AuthResult>
  /** Verdict on what stands in a socket's `token` parameter: a single-use ticket, or a plain access token. */
  verifySocket(
    token: string | undefined,
    request: { readonly path: string; readonly origin: string | undefined },
  ): Promise<AuthResult>
}
