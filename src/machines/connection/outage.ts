import { and, not } from 'xstate'
import { CLOSE } from '#contract/close-codes.ts'
import { ATTEMPT, CLOSE_SOCKETS } from './liveness.ts'
import type { ConnectionSetup } from './setup.ts'

const RETRY = { target: '#connection.transport.online', actions: 'countAttempt' } as const

// The close has been handled; from here only the number of retries left counts.
const CONTINUE = { target: 'deciding', actions: 'clearClose' } as const

/** Asks once per outage whether the session still exists. */
const checkingState = (setup: ConnectionSetup) =>
  setup.createStateConfig({
    entry: ['closeNewest', 'recordSessionCheck'],
    invoke: {
      src: 'sessionCheck',
      input: ({ context: { closeCode } }) => ({ why: closeCode === CLOSE.sessionEnded ? 'ended' : 'token' }),
      onDone: [
        {
          guard: { type: 'isSessionEnded', params: ({ event }) => ({ result: event.output }) },
          target: '#disconnected',
        },
        CONTINUE,
      ],
      onError: CONTINUE,
    },
  })

/** Connection lost: up to five retries with backoff. */
export const reconnectingState = (setup: ConnectionSetup) =>
  setup.createStateConfig({
    id: 'reconnecting',
    entry: CLOSE_SOCKETS,
    initial: 'deciding',
    states: {
      deciding: {
        always: [
          { guard: 'closedNormally', target: '#disconnected' },
          { guard: 'shouldCheckSession', target: 'checking' },
          { guard: 'wasSessionEnded', target: '#disconnected' },
          { guard: 'isNotPersistent', target: '#error' },
          { guard: 'isOffline', target: 'paused' },
          { guard: 'isExhausted', target: '#error' },
          { target: 'waiting' },
        ],
      },
      checking: checkingState(setup),
      waiting: {
        entry: 'planRetry',
        after: { backoff: RETRY },
        on: {
          'page.visible': { guard: 'isRetryDue', ...RETRY },
          'page.online': { guard: 'canConnect', ...RETRY },
          'page.offline': 'paused',
        },
      },
      paused: {
        entry: 'uncountAttempt',
        after: { allRetries: '#error' },
        on: { 'page.online': [{ guard: 'canConnect', ...RETRY }, { target: 'waiting' }] },
      },
    },
  })

/** Retries exhausted. A silent probe still tries the server every 30 s. */
export const errorState = (setup: ConnectionSetup) =>
  setup.createStateConfig({
    id: 'error',
    entry: CLOSE_SOCKETS,
    initial: 'resting',
    on: { connect: ATTEMPT },
    states: {
      resting: { always: { guard: 'isPersistent', target: 'waiting' } },
      waiting: {
        entry: 'closeNewest',
        after: { probe: [{ guard: 'isOffline', target: 'waiting', reenter: true }, { target: 'probing' }] },
        on: {
          'page.online': { guard: 'canConnect', target: 'probing' },
          'page.visible': { guard: and(['canConnect', not('isOffline')]), target: 'probing' },
          'poll.recovered': { guard: 'canConnect', target: 'probing' },
        },
      },
      probing: {
        entry: ['numberSocket', 'openSocket'],
        after: { connectTimeout: 'waiting' },
        on: {
          'socket.ack': {
            guard: { type: 'isNewest', params: ({ event }) => event },
            target: '#connected',
            actions: ['countReconnect', { type: 'activateSocket', params: ({ event }) => event }],
          },
          'socket.failed': { guard: { type: 'isNewest', params: ({ event }) => event }, target: 'waiting' },
          'socket.closed': {
            guard: { type: 'isNewest', params: ({ event }) => event },
            target: 'deciding',
            actions: { type: 'recordProbe', params: ({ event }) => event },
          },
        },
      },
      deciding: {
        always: [
          { guard: 'shouldCheckSession', target: 'checking' },
          { guard: 'wasSessionEnded', target: '#disconnected' },
          { target: 'waiting' },
        ],
      },
      checking: checkingState(setup),
    },
  })
