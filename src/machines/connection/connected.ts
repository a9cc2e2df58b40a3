import type { ConnectionSetup } from './setup.ts'

const BEAT = { target: 'beating', reenter: true, actions: ['sendHeartbeat', 'recordHeartbeat'] } as const
const DEAD_LINK = { type: 'recordLoss', params: { reason: 'Heartbeat timeout' } } as const

/**
 * An acknowledged connection: liveness, heartbeats and renewal. `link` comes first: when a late timer or a waking page
 * finds the link dead, that decides.
 */
export function connectedState(setup: ConnectionSetup) {
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
