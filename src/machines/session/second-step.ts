import { assertEvent, raise } from 'xstate'
import { STEP_EXPIRED } from './notices.ts'
import { sessionSetup } from './setup.ts'

const IDLE = '#session.unauthenticated.idle'

/** After the right password of an account with a second factor, until that is proven, too much time has passed, or the user leaves. */
export const secondStep = sessionSetup.createStateConfig({
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
