import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { ATTEMPT, CLOSE_ALL } from './attempt.ts'
import { connectedState } from './connected.ts'
import { startContext } from './context.ts'
import { errorState, reconnectingState } from './outage.ts'
import type { ConnectionPorts } from './ports.ts'
import { connectionSetup } from './setup.ts'

/** Events that every state knows: where a state has no use for one, nothing happens. */
const NO_USE = {
  connect: {},
  disconnect: {},
  restart: {},
  'token.changed': {},
  'poll.recovered': {},
  'socket.open': {},
  'socket.ack': {},
  'socket.live': {},
  'socket.heard': {},
  'socket.closed': {},
  'socket.failed': {},
  'page.visible': {},
  'page.hidden': {},
  'page.online': {},
  'page.offline': {},
  'page.hide': {},
  'page.show': {},
} as const

/**
 * One socket connection: connects, keeps alive, reconnects, renews; beside it, whether the API is polled instead.
 * Frames never come here. See docs/rules/connection.md.
 */
export function createConnectionMachine(ports: ConnectionPorts) {
  const words = connectionSetup(ports)
  return words.createMachine({
    id: 'connection',
    context: ({ input }) => startContext(input),
    type: 'parallel',
    invoke: { src: 'page' },
    on: {
      ...NO_USE,
      'socket.unsent': { actions: { type: 'noteError', params: ({ event }) => ({ text: event.message }) } },
      'message.send': { actions: { type: 'noteError', params: { text: 'WebSocket not connected' } } },
      '*': { actions: 'countUnknown' },
    },
    states: {
      transport: {
        initial: 'disconnected',
        on: {
          disconnect: { target: '.disconnected', actions: 'forgetPast' },
          restart: '.restarting',
          'page.hide': '.suspended',
        },
        states: {
          disconnected: {
            id: 'disconnected',
            entry: CLOSE_ALL,
            on: { connect: ATTEMPT, 'page.hide': {} },
          },
          suspended: {
            entry: CLOSE_ALL,
            on: { 'page.show': ATTEMPT, 'page.hide': {}, restart: {} },
          },
          online: {
            initial: 'connecting',
            states: {
              connecting: {
                entry: ['numberSocket', 'openSocket'],
                after: {
                  connectTimeout: {
                    target: '#reconnecting',
                    actions: { type: 'noteFailure', params: { message: 'Connection timeout' } },
                  },
                },
                on: {
                  'socket.ack': {
                    guard: { type: 'isNewest', params: ({ event }) => event },
                    target: 'connected',
                    actions: ['countReconnect', { type: 'takeOver', params: ({ event }) => event }],
                  },
                  'socket.live': {
                    guard: { type: 'isNewest', params: ({ event }) => event },
                    actions: 'resetAttempts',
                  },
                  'socket.failed': {
                    guard: { type: 'isNewest', params: ({ event }) => event },
                    target: '#reconnecting',
                    actions: [
                      { type: 'noteFailure', params: ({ event }) => event },
                      { type: 'noteUnavailable', params: ({ event }) => event },
                    ],
                  },
                  'socket.closed': {
                    guard: { type: 'isNewest', params: ({ event }) => event },
                    target: '#reconnecting',
                    actions: { type: 'noteRefusal', params: ({ event }) => event },
                  },
                },
              },
              connected: connectedState(words),
            },
          },
          restarting: {
            entry: [...CLOSE_ALL, { type: 'beginAttempts', params: { kind: 'restart' } }],
            after: { restartWait: 'online' },
            on: { restart: {} },
          },
          reconnecting: reconnectingState(words),
          error: errorState(words),
        },
      },
      fallback: {
        initial: 'off',
        states: {
          off: { always: { guard: 'hasFailed', target: 'polling' } },
          polling: {
            entry: 'tellPollDue',
            always: { guard: 'needsNoPolling', target: 'off' },
            after: { poll: { target: 'polling', reenter: true } },
          },
        },
      },
      network: {
        initial: 'online',
        states: {
          online: { on: { 'page.offline': 'offline' } },
          offline: { on: { 'page.online': 'online' } },
        },
      },
    },
  })
}

export type ConnectionMachine = ReturnType<typeof createConnectionMachine>
export type ConnectionSnapshot = SnapshotFrom<ConnectionMachine>
export type ConnectionActor = ActorRefFrom<ConnectionMachine>
