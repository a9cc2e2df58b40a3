import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { ATTEMPT, CLOSE_SOCKETS } from './liveness.ts'
import { errorState, reconnectingState } from './outage.ts'
import type { ConnectionPorts } from './ports.ts'
import { connectionSetup, type ConnectionSetup } from './setup.ts'
import { initialContext } from './types.ts'

const BEAT = { target: 'beating', reenter: true, actions: ['sendHeartbeat', 'recordHeartbeat'] } as const
const DEAD_LINK = { type: 'recordLoss', params: { reason: 'Heartbeat timeout' } } as const

/**
 * An acknowledged connection: liveness, heartbeats and renewal. `link` comes first: when a late timer or a waking page
 * finds the link dead, that decides.
 */
function connectedState(setup: ConnectionSetup) {
  const link = setup.createStateConfig({
    initial: 'listening',
    states: {
      listening: {
        entry: 'clampLastActivity',
        initial: 'responsive',
        states: {
          responsive: {
            after: {
              silence: [
                { guard: 'isUnresponsive', target: 'unresponsive' },
                { target: 'responsive', reenter: true },
              ],
            },
          },
          unresponsive: {},
        },
        after: {
          deadLink: [
            { guard: 'isDead', target: '#reconnecting', actions: DEAD_LINK },
            { target: 'listening', reenter: true },
          ],
        },
        on: {
          'page.visible': { guard: 'isDead', target: '#reconnecting', actions: DEAD_LINK },
          'socket.activity': {
            guard: { type: 'isCurrent', params: ({ event }) => event },
            target: 'listening',
            reenter: true,
            actions: { type: 'recordActivity', params: ({ event }) => event },
          },
          'socket.failed': {
            guard: { type: 'isCurrent', params: ({ event }) => event },
            target: '#reconnecting',
            actions: { type: 'recordLoss', params: ({ event }) => ({ reason: event.message }) },
          },
          'socket.closed': {
            guard: { type: 'isCurrent', params: ({ event }) => event },
            target: '#reconnecting',
            actions: { type: 'recordLoss', params: ({ event }) => event },
          },
        },
      },
    },
  })

  const pulse = setup.createStateConfig({
    initial: 'beating',
    states: {
      beating: { after: { heartbeat: BEAT }, on: { 'page.visible': { guard: 'isHeartbeatDue', ...BEAT } } },
    },
  })

  // Make before break: the old socket closes only after the new one is acknowledged.
  const renewal = setup.createStateConfig({
    initial: 'steady',
    states: {
      steady: {
        after: {
          renewal: [
            { guard: 'isRenewalDue', target: 'renewing' },
            { target: 'steady', reenter: true },
          ],
        },
        on: { 'page.visible': { guard: 'isRenewalDue', target: 'renewing' } },
      },
      renewing: {
        entry: ['closeCandidate', 'numberSocket', 'openSocket'],
        after: { connectTimeout: 'delayed' },
        on: {
          'socket.ack': {
            guard: { type: 'isCandidate', params: ({ event }) => event },
            target: 'steady',
            actions: ['closeCurrent', { type: 'activateSocket', params: ({ event }) => event }],
          },
          'socket.failed': { guard: { type: 'isCandidate', params: ({ event }) => event }, target: 'delayed' },
          'socket.closed': { guard: { type: 'isCandidate', params: ({ event }) => event }, target: 'delayed' },
        },
      },
      delayed: { entry: 'closeCandidate', after: { probe: 'renewing' } },
    },
    on: {
      'token.changed': [{ guard: 'canConnect', target: '.renewing', reenter: true }, { target: '.delayed' }],
      // On another network the old socket may be dead without any event until the silence limit is reached.
      'page.online': { guard: 'canConnect', target: '.renewing', reenter: true },
    },
  })

  return setup.createStateConfig({
    id: 'connected',
    type: 'parallel',
    on: { 'message.send': { actions: { type: 'sendMessage', params: ({ event }) => event } } },
    states: { link, pulse, renewal },
  })
}

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
