import { raise } from 'xstate'
import { SESSION } from '#contract/limits.ts'
import { reasonFor } from './notices.ts'
import { sessionSetup } from './setup.ts'

const LEFT_IDLE = { type: 'setEndReason', params: { reason: 'idle' } } as const

/** Inactivity comes before refresh: when both are due after a long sleep, the first region wins. */
const inactivity = sessionSetup.createStateConfig({
  initial: 'watching',
  invoke: { src: 'activity' },
  states: {
    watching: {
      after: {
        idleCheck: [
          { guard: 'idleTooLong', target: '#session.signingOut', actions: LEFT_IDLE },
          { target: 'watching', reenter: true },
        ],
      },
      on: {
        'page.woke': {
          guard: 'idleTooLong',
          target: '#session.signingOut',
          actions: LEFT_IDLE,
        },
        // The first activity after hours of absence must not count as activity during them.
        'user.active': [
          { guard: 'idleTooLong', target: '#session.signingOut', actions: LEFT_IDLE },
          { actions: { type: 'markActivity', params: ({ event }) => ({ at: event.at }) } },
        ],
        'tab.active': { actions: { type: 'recordActivity', params: ({ event }) => event } },
      },
    },
  },
})

const refresh = sessionSetup.createStateConfig({
  initial: 'scheduled',
  on: {
    'tab.token': {
      guard: 'storedTokenIsNewer',
      target: '.scheduled',
      actions: ['loadStoredToken', 'bumpGeneration', 'sendTokenChanged'],
    },
  },
  states: {
    scheduled: {
      entry: 'clearRefreshState',
      after: {
        refreshCheck: [
          // After a long sleep this timer may fire before the idle check's.
          { guard: 'idleTooLong', target: '#session.signingOut', actions: LEFT_IDLE },
          { guard: 'refreshDue', target: 'refreshing' },
          { target: 'scheduled', reenter: true },
        ],
      },
      on: {
        'page.woke': { guard: 'refreshDue', target: 'refreshing' },
        'token.rejected': {
          guard: { type: 'isCurrentToken', params: ({ event }) => event },
          target: 'refreshing',
          actions: { type: 'recordCaller', params: ({ event }) => event },
        },
      },
    },
    refreshing: {
      invoke: {
        src: 'refresh',
        input: ({ context }) => ({ known: context.access, waitMs: SESSION.tabLockMs }),
        onDone: { actions: raise(({ event }) => event.output) },
        onError: {
          target: '#session.unauthenticated',
          actions: [{ type: 'setEndReason', params: { reason: 'expired' } }, 'announceEnd', 'clearToken'],
        },
      },
      on: {
        'token.rejected': { actions: { type: 'recordCaller', params: ({ event }) => event } },
        'refresh.renewed': { target: 'scheduled', actions: ['loadStoredToken', 'bumpGeneration', 'sendTokenChanged'] },
        'refresh.refused': {
          target: '#session.unauthenticated',
          actions: [
            {
              type: 'setEndReason',
              params: ({ context, event }) => ({
                reason: event.reason ?? reasonFor(context.rejectedBy),
                detail: event.text,
              }),
            },
            'announceEnd',
            'clearToken',
          ],
        },
        'refresh.unanswered': [
          {
            guard: { type: 'refreshExpired' },
            target: '#session.unauthenticated',
            actions: [
              {
                type: 'setEndReason',
                params: ({ context, event }) => ({ reason: reasonFor(context.rejectedBy), detail: event.text }),
              },
              'announceEnd',
              'clearToken',
            ],
          },
          { target: 'retrying', actions: { type: 'recordUnanswered', params: ({ event }) => event } },
        ],
      },
    },
    retrying: {
      after: { refreshRetry: 'refreshing' },
      on: { 'page.woke': 'refreshing' },
    },
  },
})

/** The user's details: read anew when they were changed, here or in another tab. */
const user = sessionSetup.createStateConfig({
  initial: 'known',
  on: {
    'user.changed': { target: '.loading', actions: 'announceUser' },
    'tab.user': '.loading',
  },
  states: {
    known: {},
    loading: {
      invoke: {
        src: 'loadUser',
        onDone: { target: 'known', actions: raise(({ event }) => event.output) },
        onError: 'known',
      },
    },
  },
})

export const authenticated = sessionSetup.createStateConfig({
  type: 'parallel',
  entry: ['clearMessages', { type: 'markActivity', params: {} }],
  invoke: { id: 'realtime', src: 'realtime', input: ({ context }) => ({ user: context.user?.email ?? '' }) },
  exit: 'sendSessionEnded',
  on: {
    'user.signOut': { target: '#session.signingOut', actions: { type: 'setEndReason', params: { reason: 'left' } } },
    'tab.signedOut': {
      guard: { type: 'isOwnSession', params: ({ event }) => event },
      target: '#session.unauthenticated',
      actions: ['clearToken', { type: 'setEndReason', params: ({ event }) => event }],
    },
    'tab.token': { guard: 'storedTokenIsAnotherUsers', target: '#session.checking' },
    // The stored token may be another user's by now.
    'user.known': {
      guard: { type: 'isSameUser', params: ({ event }) => event },
      actions: { type: 'setUser', params: ({ event }) => event },
    },
    'token.refused': {
      guard: { type: 'isCurrentToken', params: ({ event }) => event },
      target: '#session.unauthenticated',
      actions: [{ type: 'setEndReason', params: { reason: 'required' } }, 'announceEnd', 'clearToken'],
    },
  },
  states: { inactivity, refresh, user },
})
