/** Events for the detectors, sent after the commit. Times in unix milliseconds. */
export interface FailedSignIn {
  readonly kind: 'sign-in-failed'
  /** Normalized. */
  readonly email: string
  readonly ipAddress: string
  readonly at: number
}

export interface SucceededSignIn {
  readonly kind: 'signed-in'
  readonly attemptId: string
  readonly email: string
  readonly ipAddress: string
  readonly at: number
}

/** An administrator made a change. */
export interface AdministratorActed {
  readonly kind: 'administrator-acted'
  readonly actorId: string
  readonly at: number
}

export type SecurityEvent = FailedSignIn | SucceededSignIn | AdministratorActed
export type Observe = (event: SecurityEvent) => void
