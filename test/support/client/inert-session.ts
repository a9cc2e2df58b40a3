import { assign, fromCallback, fromPromise } from 'xstate'
import { sessionMachine } from '#src/machines/session/machine.ts'
import type { Registration, SignInRequest } from '#src/machines/session/ports.ts'
import type { ConfirmInput, IdentityEvent, RefreshInput } from '#src/machines/session/types.ts'

const HELD = { expiresAt: 1, sessionId: 's1', remembered: true }

/** What the session asks its environment. */
export interface SessionWorld {
  /** Whether there is a stored token; there is unless it says otherwise. */
  readonly isStored?: () => boolean
  readonly alive: boolean
  readonly fresh: boolean
  readonly idle: boolean
  readonly due: boolean
  readonly expired: boolean
  readonly isAnothers: boolean
}

/** Results of calls are events of their own. */
const unanswered = () => new Promise<never>(() => {})

/** The session's machine without its environment: calls are never answered, and the guards are switches. */
export const inertSession = ({ isStored = () => true, alive, fresh, idle, due, expired, isAnothers }: SessionWorld) =>
  sessionMachine.provide({
    actors: {
      loadUser: fromPromise<IdentityEvent>(unanswered),
      refresh: fromPromise<IdentityEvent, RefreshInput>(unanswered),
      signIn: fromPromise<IdentityEvent, { credentials: () => SignInRequest }>(unanswered),
      confirm: fromPromise<IdentityEvent, ConfirmInput>(unanswered),
      register: fromPromise<IdentityEvent, { registration: () => Registration }>(unanswered),
      signOut: fromPromise<void>(unanswered),
      activity: fromCallback(() => {}),
      outside: fromCallback(() => {}),
      realtime: fromCallback(() => {}),
    },
    actions: {
      loadStoredToken: assign(() => ({ access: isStored() ? HELD : undefined })),
      clearToken: () => {},
      markActivity: () => {},
      announceEnd: () => {},
    },
    guards: {
      tokenValid: () => isStored() && alive,
      tokenFresh: () => isStored() && fresh,
      refreshDue: () => due,
      refreshExpired: () => expired,
      idleTooLong: () => idle,
      storedTokenIsNewer: () => true,
      storedTokenIsAnotherUsers: () => isAnothers,
    },
    delays: { refreshCheck: () => 1 },
  })
