import { type ActorRefFrom, assertEvent, raise, type SnapshotFrom } from 'xstate'
import { SESSION } from '#contract/limits.ts'
import { authenticated } from './authenticated.ts'
import { REGISTRATION_FAILED, STEP_EXPIRED, USER_UNANSWERED } from './notices.ts'
import { sessionSetup } from './setup.ts'
import { INITIAL_CONTEXT } from './types.ts'

const IDLE = '#session.unauthenticated.idle'

/** After the right password of an account with a second factor, until that is proven, too much time has passed, or the user leaves. */
const secondStep = sessionSetup.createStateConfig({
  initial: 'waiting',
  exit: 'clearStep',
  after: {
    stepLife: { target: IDLE, actions: { type: 'setSignInError', params: { text: STEP_EXPIRED } } },
  },
  on: {
    'user.back': { target: IDLE, actions: 'clearMessages' },
    'tab.token': { guard: 'storedTokenIsAnotherUsers', target: '#session.checking' },
  },
  states: {
    waiting: {
      on: { 'user.confirm': 'confirming' },
    },
    confirming: {
      tags: 'confirming',
      entry: 'clearMessages',
      invoke: {
        src: 'confirm',
        input: ({ context, event }) => {
          assertEvent(event, 'user.confirm')
          return { proof: event.proof, remembered: context.step?.remembered === true }
        },
        onDone: { actions: raise(({ event }) => event.output) },
        onError: { target: IDLE, actions: { type: 'setSignInError', params: { text: 'Login failed' } } },
      },
      on: {
        'signIn.granted': {
          target: '#session.authenticated',
          actions: ['loadStoredToken', 'bumpGeneration', { type: 'setUser', params: ({ event }) => event }],
        },
        'signIn.failed': { target: IDLE, actions: { type: 'setSignInError', params: ({ event }) => event } },
        'confirm.refused': { target: 'waiting', actions: { type: 'setSignInError', params: ({ event }) => event } },
      },
    },
  },
})

/**
 * Lifecycle of the session: checking, signing in, renewing, signing out. The token never enters the machine: the
 * context holds its expiry and a generation number that increases with every new one. Rules: docs/rules/session.md.
 */
export const sessionMachine = sessionSetup.createMachine({
  id: 'session',
  context: INITIAL_CONTEXT,
  initial: 'checking',
  invoke: { src: 'outside' },
  states: {
    checking: {
      tags: 'verifying',
      entry: ['clearSession', 'loadStoredToken'],
      initial: 'deciding',
      on: {
        'tab.signedOut': {
          guard: { type: 'isOwnSession', params: ({ event }) => event },
          target: 'unauthenticated',
          actions: ['clearToken', { type: 'setEndReason', params: ({ event }) => event }],
        },
      },
      after: {
        verifyLimit: [
          {
            guard: 'tokenValid',
            target: 'unauthenticated',
            actions: ['clearToken', { type: 'setEndReason', params: { reason: 'required', detail: USER_UNANSWERED } }],
          },
          { target: 'unauthenticated' },
        ],
      },
      states: {
        deciding: {
          always: [
            { guard: 'tokenFresh', target: 'loadingUser' },
            { guard: 'tokenValid', target: 'refreshing' },
            { guard: 'remembered', target: 'refreshing' },
            { target: '#session.unauthenticated', actions: 'clearToken' },
          ],
        },
        refreshing: {
          invoke: {
            src: 'refresh',
            // Half of the usual wait, so that even behind a frozen tab the loading panel disappears in time.
            input: ({ context }) => ({ known: context.access, waitMs: SESSION.tabLockMs / 2 }),
            onDone: { actions: raise(({ event }) => event.output) },
            onError: { target: '#session.unauthenticated', actions: 'clearToken' },
          },
          on: {
            'refresh.renewed': { target: 'loadingUser', actions: 'loadStoredToken' },
            'refresh.refused': [
              {
                guard: 'tokenValid',
                target: '#session.unauthenticated',
                actions: [
                  'clearToken',
                  {
                    type: 'setEndReason',
                    params: ({ event }) => ({ reason: event.reason ?? 'expired', detail: event.text }),
                  },
                ],
              },
              { target: '#session.unauthenticated', actions: 'clearToken' },
            ],
            'refresh.unanswered': [
              { guard: 'tokenValid', target: 'loadingUser' },
              // The token stays, so that a reload tries again.
              { target: '#session.unauthenticated' },
            ],
          },
        },
        loadingUser: {
          invoke: {
            src: 'loadUser',
            onDone: { actions: raise(({ event }) => event.output) },
            onError: { target: '#session.unauthenticated', actions: 'clearToken' },
          },
          on: {
            'user.known': {
              target: '#session.authenticated',
              actions: ['bumpGeneration', { type: 'setUser', params: ({ event }) => event }],
            },
            'user.unknown': {
              target: '#session.unauthenticated',
              actions: [
                'clearToken',
                { type: 'setEndReason', params: ({ event }) => ({ reason: 'required', detail: event.text }) },
              ],
            },
          },
        },
      },
    },

    unauthenticated: {
      entry: 'clearSession',
      initial: 'idle',
      states: {
        idle: {
          on: {
            'user.signIn': 'signingIn',
            'user.register': 'registering',
            'tab.token': { guard: 'storedTokenIsAnotherUsers', target: '#session.checking' },
          },
        },
        signingIn: {
          tags: 'signing in',
          entry: 'clearMessages',
          invoke: {
            src: 'signIn',
            input: ({ event }) => {
              assertEvent(event, 'user.signIn')
              return { credentials: event.credentials }
            },
            onDone: { actions: raise(({ event }) => event.output) },
            onError: { target: 'idle', actions: { type: 'setSignInError', params: { text: 'Login failed' } } },
          },
          on: {
            'signIn.granted': {
              target: '#session.authenticated',
              actions: ['loadStoredToken', 'bumpGeneration', { type: 'setUser', params: ({ event }) => event }],
            },
            'signIn.failed': { target: 'idle', actions: { type: 'setSignInError', params: ({ event }) => event } },
            'signIn.secondStep': {
              target: 'secondStep',
              actions: { type: 'setStep', params: ({ event }) => event },
            },
          },
        },
        secondStep,
        registering: {
          tags: 'registering',
          entry: 'clearMessages',
          invoke: {
            src: 'register',
            input: ({ event }) => {
              assertEvent(event, 'user.register')
              return { registration: event.registration }
            },
            onDone: { actions: raise(({ event }) => event.output) },
            onError: { target: 'idle', actions: { type: 'setRegisterError', params: { text: REGISTRATION_FAILED } } },
          },
          on: {
            'signIn.granted': {
              target: '#session.authenticated',
              actions: ['loadStoredToken', 'bumpGeneration', { type: 'setUser', params: ({ event }) => event }],
            },
            'register.failed': { target: 'idle', actions: { type: 'setRegisterError', params: ({ event }) => event } },
            // The account exists, but its user could not be loaded: the user signs in manually.
            'user.unknown': {
              target: 'idle',
              actions: [
                'loadStoredToken',
                'clearToken',
                'clearSession',
                { type: 'setEndReason', params: ({ event }) => ({ reason: 'required', detail: event.text }) },
              ],
            },
          },
        },
      },
    },

    authenticated,

    /** The user already counts as signed out: token and tabs are cleared, only the server call is pending. */
    signingOut: {
      entry: ['announceEnd', 'clearToken', 'clearSession'],
      invoke: { src: 'signOut', onDone: 'unauthenticated', onError: 'unauthenticated' },
      on: { 'user.signIn': 'unauthenticated.signingIn' },
    },
  },
})

export type SessionActor = ActorRefFrom<typeof sessionMachine>
export type SessionSnapshot = SnapshotFrom<typeof sessionMachine>
