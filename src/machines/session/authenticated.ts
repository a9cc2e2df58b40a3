import { raise } from 'xstate'
import { SESSION } from '#contract/limits.ts'
import { reasonFor } from './notices.ts'
import { session } from './setup.ts'

const LEFT_IDLE = { type: 'setEnd', params: { reason: 'idle' } } as const

/** Inactivity stands before refresh: when both are due after a long sleep, the first in this order wins. */
const inactivity = session.createStateConfig({
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
        // The first move after hours away must not pass for presence during them.
        'user.active': [
          { guard: 'idleTooLong', target: '#session.signingOut', actions: LEFT_IDLE },
          { actions: { type: 'markActivity', params: ({ event }) => ({ at: event.at }) } },
        ],
        'tab.active': { actions: { type: 'noteActivity', params: ({ event }) => event } },
      },
    },
  },
})

const refresh = session.createStateConfig({
  initial: 'scheduled',
  on: {
    'tab.token': {
      guard: 'storedIsNewer',
      target: '.scheduled',
      actions: ['takeStoredToken', 'bumpGeneration'],
    },
  },
  states: {
    scheduled: {
      entry: 'settle',
      after: {
        refreshCheck: [
          // After hours asleep this timer may come before the idle check's.
          { guard: 'idleTooLong', target: '#session.signingOut', actions: LEFT_IDLE },
          { guard: 'refreshDue', target: 'refreshing' },
          { target: 'scheduled', reenter: true },
        ],
      },
      on: {
        'page.woke': { guard: 'refreshDue', target: 'refreshing' },
        'token.rejected': {
          guard: { type: 'isCurrent', params: ({ event }) => event },
          target: 'refreshing',
          actions: { type: 'noteCaller', params: ({ event }) => event },
        },
      },
    },
    refreshing: {
      invoke: {
        src: 'refresh',
        input: ({ context }) => ({ known: context.held, waitMs: SESSION.tabLockMs }),
        onDone: { actions: raise(({ event }) => event.output) },
        onError: {
          target: '#session.unauthenticated',
          actions: [{ type: 'setEnd', params: { reason: 'expired' } }, 'announceEnd', 'forgetToken'],
        },
      },
      on: {
        'token.rejected': { actions: { type: 'noteCaller', params: ({ event }) => event } },
        'refresh.renewed': { target: 'scheduled', actions: ['takeStoredToken', 'bumpGeneration'] },
        'refresh.refused': {
          target: '#session.unauthenticated',
          actions: [
            {
              type: 'setEnd',
              params: ({ context, event }) => ({
                reason: event.reason ?? reasonFor(context.rejectedBy),
                detail: event.text,
              }),
            },
            'announceEnd',
            'forgetToken',
          ],
        },
        'refresh.unanswered': [
          {
            guard: { type: 'refreshHopeless' },
            target: '#session.unauthenticated',
            actions: [
              {
                type: 'setEnd',
                params: ({ context, event }) => ({ reason: reasonFor(context.rejectedBy), detail: event.text }),
              },
              'announceEnd',
              'forgetToken',
            ],
          },
          { target: 'retrying', actions: { type: 'noteUnanswered', params: ({ event }) => event } },
        ],
      },
    },
    retrying: {
      after: { refreshRetry: 'refreshing' },
      on: { 'page.woke': 'refreshing' },
    },
  },
})

export const authenticated = session.createStateConfig({
  type: 'parallel',
  entry: ['clearMessages', { type: 'markActivity', params: {} }],
  on: {
    'user.signOut': { target: '#session.signingOut', actions: { type: 'setEnd', params: { reason: 'left' } } },
    'tab.signedOut': {
      guard: { type: 'isOwn', params: ({ event }) => event },
      target: '#session.unauthenticated',
      actions: ['forgetToken', { type: 'setEnd', params: ({ event }) => event }],
    },
    'tab.token': { guard: 'storedIsAnothers', target: '#session.checking' },
    'token.refused': {
      guard: { type: 'isCurrent', params: ({ event }) => event },
      target: '#session.unauthenticated',
      actions: [{ type: 'setEnd', params: { reason: 'required' } }, 'announceEnd', 'forgetToken'],
    },
  },
  states: { inactivity, refresh },
})
