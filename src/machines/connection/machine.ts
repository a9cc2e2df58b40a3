import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { ATTEMPT, CLOSE_SOCKETS } from './attempt.ts'
import { connectedState } from './connected.ts'
import { initialContext } from './types.ts'
import { errorState, reconnectingState } from './outage.ts'
import type { ConnectionPorts } from './ports.ts'
import { connectionSetup } from './setup.ts'

/**
 * One socket connection: connect, keep alive, reconnect, renew; in parallel, whether the API is polled instead. Frames
 * do not pass the machine. See docs/rules/connection.md.
 */
export function createConnectionMachine(ports: ConnectionPorts) {
  const setup = connectionSetup(ports)
  return setup.createMachine({
    id: 'connection',
    context: ({ input }) => initialContext(input),
    type: 'parallel',
    invoke: { src: 'page' },
    on: {
      'socket.unsent': { actions: { type: 'recordError', params: ({ event }) => ({ text: event.message }) } },
      'message.send': { actions: { type: 'recordError', params: { text: 'WebSocket not connected' } } },
      '*': { guard: 'isUnknown', actions: 'countUnknown' },
    },
    states: {
      transport: {
        initial: 'disconnected',
        on: {
          disconnect: { target: '.disconnected', actions: 'clearHistory' },
          restart: '.restarting',
          'page.hide': '.suspended',
        },
        states: {
          disconnected: {
            id: 'disconnected',
            entry: CLOSE_SOCKETS,
            on: { connect: ATTEMPT, 'page.hide': {} },
          },
          suspended: {
            entry: CLOSE_SOCKETS,
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
                    actions: { type: 'recordFailure', params: { message: 'Connection timeout' } },
                  },
                },
                on: {
                  'socket.ack': {
                    guard: { type: 'isNewest', params: ({ event }) => event },
                    target: 'connected',
                    actions: ['countReconnect', { type: 'activateSocket', params: ({ event }) => event }],
                  },
                  'socket.live': {
                    guard: { type: 'isNewest', params: ({ event }) => event },
                    actions: 'resetAttempts',
                  },
                  'socket.failed': {
                    guard: { type: 'isNewest', params: ({ event }) => event },
                    target: '#reconnecting',
                    actions: [
                      { type: 'recordFailure', params: ({ event }) => event },
                      { type: 'recordUnavailable', params: ({ event }) => event },
                    ],
                  },
                  'socket.closed': {
                    guard: { type: 'isNewest', params: ({ event }) => event },
                    target: '#reconnecting',
                    actions: { type: 'recordRefusal', params: ({ event }) => event },
                  },
                },
              },
              connected: connectedState(setup),
            },
          },
          restarting: {
            entry: [...CLOSE_SOCKETS, { type: 'beginAttempts', params: { kind: 'restart' } }],
            after: { restartWait: 'online' },
            on: { restart: {} },
          },
          reconnecting: reconnectingState(setup),
          error: errorState(setup),
        },
      },
      fallback: {
        initial: 'off',
        states: {
          off: { always: { guard: 'hasFailed', target: 'polling' } },
          polling: {
            entry: 'emitPollDue',
            always: { guard: 'isPollingUnneeded', target: 'off' },
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
