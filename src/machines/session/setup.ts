import { assign, fromCallback, fromPromise, setup } from 'xstate'
import type { LoginRequest, User } from '#contract/auth.ts'
import { API, SESSION } from '#contract/limits.ts'
import { NOBODY, type Caller, type RefreshInput, type SessionEvent, type SessionReply } from './model.ts'
import { noticeOf } from './notices.ts'
import type { EndReason, Registration } from './ports.ts'
import { retryDelay } from './timing.ts'

/** Stands where the composition root has to provide the real thing (see `implement`). */
function missing(name: string): never {
  throw new Error(`session: ${name} is not provided`)
}

/** The words the chart is written in. What needs the outside is left open and provided by `implement`. */
export const session = setup({
  types: { context: NOBODY, events: {} as SessionEvent, tags: {} as 'verifying' | 'signing in' | 'registering' },
  actors: {
    loadUser: fromPromise<SessionReply>(() => missing('loadUser')),
    refresh: fromPromise<SessionReply, RefreshInput>(() => missing('refresh')),
    signIn: fromPromise<SessionReply, { credentials: () => LoginRequest }>(() => missing('signIn')),
    register: fromPromise<SessionReply, { registration: () => Registration }>(() => missing('register')),
    signOut: fromPromise<void>(() => missing('signOut')),
    activity: fromCallback<SessionEvent>(() => missing('activity')),
    outside: fromCallback<SessionEvent>(() => missing('outside')),
  },
  actions: {
    takeStoredToken: () => missing('takeStoredToken'),
    forgetToken: () => missing('forgetToken'),
    /** Somebody was here: at the given time, else now. */
    markActivity: (_args, _params: { at?: number }) => missing('markActivity'),
    announceEnd: () => missing('announceEnd'),
    bumpGeneration: assign({ generation: ({ context }) => context.generation + 1 }),
    setUser: assign({ user: (_, { user }: { user: User }) => user }),
    noteActivity: assign({ lastActivity: ({ context }, { at }: { at: number }) => Math.max(context.lastActivity, at) }),
    noteCaller: assign({ rejectedBy: ({ context }, { caller }: { caller: Caller }) => context.rejectedBy ?? caller }),
    noteUnanswered: assign({
      unanswered: ({ context }, { at }: { at: number }) => ({
        attempts: (context.unanswered?.attempts ?? 0) + 1,
        since: context.unanswered?.since ?? at,
      }),
    }),
    settle: assign({ unanswered: undefined, rejectedBy: undefined }),
    setSignInError: assign({ signInError: (_, { text }: { text: string }) => text }),
    setRegisterError: assign({ registerError: (_, { text }: { text: string }) => text }),
    clearMessages: assign({
      signInError: undefined,
      registerError: undefined,
      notice: undefined,
      ended: undefined,
    }),
    setEnd: assign((_, { reason, detail }: { reason: EndReason; detail?: string | undefined }) => ({
      ended: reason,
      notice: noticeOf(reason, detail),
    })),
    dropSession: assign({ user: undefined, held: undefined, unanswered: undefined, rejectedBy: undefined }),
  },
  guards: {
    remembered: ({ context }) => context.held?.remembered === true,
    isCurrent: ({ context }, { generation }: { generation: number }) => context.generation === generation,
    isOwn: ({ context }, { sessionId }: { sessionId: string }) => context.held?.sessionId === sessionId,
    tokenAlive: () => missing('tokenAlive'),
    tokenFresh: () => missing('tokenFresh'),
    refreshDue: () => missing('refreshDue'),
    refreshHopeless: () => missing('refreshHopeless'),
    idleTooLong: () => missing('idleTooLong'),
    storedIsNewer: () => missing('storedIsNewer'),
    storedIsAnothers: () => missing('storedIsAnothers'),
  },
  delays: {
    verifyLimit: API.timeoutMs,
    idleCheck: SESSION.idleCheckMs,
    refreshRetry: ({ context }) => retryDelay(context.unanswered?.attempts ?? 1),
    refreshCheck: () => missing('refreshCheck'),
  },
})
