import { assign, fromCallback, fromPromise, sendTo, setup } from 'xstate'
import type { LoginRequest, User } from '#contract/auth.ts'
import { API, SESSION } from '#contract/limits.ts'
import {
  INITIAL_CONTEXT,
  type ConfirmInput,
  type PendingStep,
  type RealtimeEvent,
  type RefreshInput,
  type SessionEvent,
  type IdentityEvent,
} from './types.ts'
import { clampDelay } from '../clamp-delay.ts'
import { noticeOf } from './notices.ts'
import type { Caller, EndReason, Registration } from './ports.ts'
import { retryDelay } from './timing.ts'

/** Placeholder for what `createSessionMachine` provides. */
function missing(name: string): never {
  throw new Error(`session: ${name} is not provided`)
}

/**
 * Actions, guards, actors and delays of the session machine. Those that need ports are provided by
 * `createSessionMachine`.
 */
export const sessionSetup = setup({
  types: {
    context: INITIAL_CONTEXT,
    events: {} as SessionEvent,
    tags: {} as 'verifying' | 'signing in' | 'confirming' | 'registering',
  },
  actors: {
    loadUser: fromPromise<IdentityEvent>(() => missing('loadUser')),
    refresh: fromPromise<IdentityEvent, RefreshInput>(() => missing('refresh')),
    signIn: fromPromise<IdentityEvent, { credentials: () => LoginRequest }>(() => missing('signIn')),
    confirm: fromPromise<IdentityEvent, ConfirmInput>(() => missing('confirm')),
    register: fromPromise<IdentityEvent, { registration: () => Registration }>(() => missing('register')),
    signOut: fromPromise<void>(() => missing('signOut')),
    activity: fromCallback<SessionEvent>(() => missing('activity')),
    outside: fromCallback<SessionEvent>(() => missing('outside')),
    realtime: fromCallback<RealtimeEvent, { user: string }>(() => missing('realtime')),
  },
  actions: {
    loadStoredToken: () => missing('loadStoredToken'),
    clearToken: () => missing('clearToken'),
    /** Records activity at the given time, by default now, and announces it to other tabs. */
    markActivity: (_args, _params: { at?: number }) => missing('markActivity'),
    announceEnd: () => missing('announceEnd'),
    announceUser: () => missing('announceUser'),
    sendTokenChanged: sendTo('realtime', { type: 'token.changed' }),
    /** The reason is in the event: the context has it only after the exit. */
    sendSessionEnded: sendTo('realtime', ({ event }) => ({
      type: 'session.ended',
      isSignOut: event.type === 'user.signOut' || (event.type === 'tab.signedOut' && event.reason === 'left'),
    })),
    bumpGeneration: assign({ generation: ({ context }) => context.generation + 1 }),
    setUser: assign({ user: (_, { user }: { user: User }) => user }),
    recordActivity: assign({
      lastActivity: ({ context }, { at }: { at: number }) => Math.max(context.lastActivity, at),
    }),
    recordCaller: assign({ rejectedBy: ({ context }, { caller }: { caller: Caller }) => context.rejectedBy ?? caller }),
    recordUnanswered: assign({
      unanswered: ({ context }, { at }: { at: number }) => ({
        attempts: (context.unanswered?.attempts ?? 0) + 1,
        since: context.unanswered?.since ?? at,
      }),
    }),
    clearRefreshState: assign({ unanswered: undefined, rejectedBy: undefined }),
    setStep: assign({ step: (_, { step }: { step: PendingStep }) => step }),
    clearStep: assign({ step: undefined }),
    setSignInError: assign({ signInError: (_, { text }: { text: string }) => text }),
    setRegisterError: assign({ registerError: (_, { text }: { text: string }) => text }),
    clearMessages: assign({
      signInError: undefined,
      registerError: undefined,
      notice: undefined,
      ended: undefined,
    }),
    setEndReason: assign((_, { reason, detail }: { reason: EndReason; detail?: string | undefined }) => ({
      ended: reason,
      notice: noticeOf(reason, detail),
    })),
    clearSession: assign({ user: undefined, access: undefined, unanswered: undefined, rejectedBy: undefined }),
  },
  guards: {
    remembered: ({ context }) => context.access?.remembered === true,
    isCurrentToken: ({ context }, { generation }: { generation: number }) => context.generation === generation,
    isSameUser: ({ context }, { user }: { user: User }) => context.user?.email === user.email,
    isOwnSession: ({ context }, { sessionId }: { sessionId: string }) => context.access?.sessionId === sessionId,
    tokenValid: () => missing('tokenValid'),
    tokenFresh: () => missing('tokenFresh'),
    refreshDue: () => missing('refreshDue'),
    refreshExpired: () => missing('refreshExpired'),
    idleTooLong: () => missing('idleTooLong'),
    storedTokenIsNewer: () => missing('storedTokenIsNewer'),
    storedTokenIsAnotherUsers: () => missing('storedTokenIsAnotherUsers'),
  },
  delays: {
    verifyLimit: API.timeoutMs,
    stepLife: ({ context }) => clampDelay(context.step?.lifeMs ?? 0),
    idleCheck: SESSION.idleCheckMs,
    refreshRetry: ({ context }) => retryDelay(context.unanswered?.attempts ?? 1),
    refreshCheck: () => missing('refreshCheck'),
  },
})
