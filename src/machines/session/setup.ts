import { assign, fromCallback, fromPromise, sendTo, setup } from 'xstate'
import type { User } from '#contract/auth.ts'
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
import type { Caller, EndReason, Registration, SignInRequest } from './ports.ts'

/** When to renew a token: 5 minutes before expiry or, for short lifetimes, after half of it but at least 30 s. */
export function refreshAtOf(now: number, expiresAt: number): number {
  const left = expiresAt - now
  if (left < SESSION.shortLifeS * 1000) return now + Math.max(SESSION.shortRefreshMinMs, left / 2)
  return expiresAt - SESSION.refreshBeforeMs
}

/** Delay until the clock is checked again; capped by the idle check interval, in case the clock is changed. */
export const untilCheck = (now: number, due: number): number => clampDelay(Math.min(due - now, SESSION.idleCheckMs))

/** Delay before the next refresh after `attempts` unanswered ones. */
const retryDelay = (attempts: number): number =>
  Math.min(SESSION.refreshRetryBaseMs * 2 ** Math.max(0, attempts - 1), SESSION.refreshRetryCapMs)

/** Idle time by the wall clock. A timestamp in the future (the clock was set back) counts as now. */
export const idleFor = (now: number, lastActivity: number): number => Math.max(0, now - lastActivity)

/** Whether to stop retrying an unanswered refresh: the token has expired and the grace period is over. */
export const refreshExpired = (now: number, expiresAt: number, unansweredSince: number): boolean =>
  now >= expiresAt && now - unansweredSince >= SESSION.unansweredGraceMs

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
    signIn: fromPromise<IdentityEvent, { credentials: () => SignInRequest }>(() => missing('signIn')),
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
