import type { ConnectionSetup } from './setup.ts'

const BEAT = { target: 'beating', reenter: true, actions: ['beat', 'noteBeat'] } as const
const SILENCE = { type: 'noteLoss', params: { reason: 'Heartbeat timeout' } } as const

/**
 * An acknowledged connection: is the link alive, keep it so, renew it in time. `link` stands first: when a late timer
 * or a page that wakes up finds it dead, that decides.
 */
export function connectedState(words: ConnectionSetup) {
  const link = words.createStateConfig({
    initial: 'listening',
    states: {
      listening: {
        entry: 'mendClock',
        after: {
          patience: [
            { guard: 'isDead', target: '#reconnecting', actions: SILENCE },
            { target: 'listening', reenter: true },
          ],
        },
        on: {
          'page.visible': { guard: 'isDead', target: '#reconnecting', actions: SILENCE },
          'socket.heard': {
            guard: { type: 'isCurrent', params: ({ event }) => event },
            target: 'listening',
            reenter: true,
            actions: { type: 'noteHeard', params: ({ event }) => event },
          },
          'socket.failed': {
            guard: { type: 'isCurrent', params: ({ event }) => event },
            target: '#reconnecting',
            actions: { type: 'noteLoss', params: ({ event }) => ({ reason: event.message }) },
          },
          'socket.closed': {
            guard: { type: 'isCurrent', params: ({ event }) => event },
            target: '#reconnecting',
            actions: { type: 'noteLoss', params: ({ event }) => event },
          },
        },
      },
    },
  })

  const pulse = words.createStateConfig({
    initial: 'beating',
    states: {
      beating: { after: { heartbeat: BEAT }, on: { 'page.visible': { guard: 'isBeatDue', ...BEAT } } },
    },
  })

  // Make before break: the old socket goes only when the new one is acknowledged.
  const renewal = words.createStateConfig({
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
            actions: ['closeCurrent', { type: 'takeOver', params: ({ event }) => event }],
          },
          'socket.failed': { guard: { type: 'isCandidate', params: ({ event }) => event }, target: 'delayed' },
          'socket.closed': { guard: { type: 'isCandidate', params: ({ event }) => event }, target: 'delayed' },
        },
      },
      delayed: { entry: 'closeCandidate', after: { probe: 'renewing' } },
    },
    on: {
      'token.changed': [{ guard: 'hasRoom', target: '.renewing', reenter: true }, { target: '.delayed' }],
      // On another network the old socket may be dead without a word of it for as long as silence is borne.
      'page.online': { guard: 'hasRoom', target: '.renewing', reenter: true },
    },
  })

  return words.createStateConfig({
    id: 'connected',
    type: 'parallel',
    on: { 'message.send': { actions: { type: 'sendMessage', params: ({ event }) => event } } },
    states: { link, pulse, renewal },
  })
}
