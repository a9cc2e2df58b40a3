import type { ApiScope } from '#contract/api-tokens.ts'
import type { Role } from '#contract/roles.ts'

/** The authenticated user and session or API token, read from the database, never from the token's claims alone. */
export interface Principal {
  readonly userId: string
  /** The id of the session, or of the API token, that the access ends with. */
  readonly sessionId: string
  readonly email: string
  readonly role: Role
  /** The server requires a second factor of this Admin, who has none: no route for Admins is open to them. */
  readonly lacksFactor?: boolean
  /** The user has not proven for ten minutes who they are: what needs a recent proof is closed to them. */
  readonly lacksProof?: boolean
  /** What the API token of the request may do; undefined in a session. */
  readonly scopes?: readonly ApiScope[]
}

/** Why a token was not accepted. */
export type Refusal = 'missing' | 'invalid' | 'expired' | 'session-ended' | 'account-inactive' | 'scope'

export type AuthResult =
  | {
      readonly ok: true
      readonly principal: Principal
      /** Expiry of the access token, unix milliseconds; an open socket is closed then. */
      readonly expiresAt?: number
    }
  | {
      readonly ok: false
      readonly refusal: Refusal
      /** Of a user whose session a change of it has ended. */ readonly role?: Role
    }

/** Fault injection: the status to fail a session's data call with this token with, if any. */
export type InjectFailure = (sessionId: string, token: string) => 401 | 503 | undefined

/** Authenticates every request and socket. Implemented by the identity service; nothing else reads tokens. */
export interface AccessControl {
  /** Verifies an access token (of the Authorization header, without `Bearer `). */
  verify(token: string | undefined): Promise<AuthResult>
  /** Verifies the `token` parameter of a socket: a single-use ticket or an access token. */
  verifySocket(
    token: string | undefined,
    request: { readonly path: string; readonly origin: string | undefined },
  ): Promise<AuthResult>
}
