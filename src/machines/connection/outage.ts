import { and, not } from 'xstate'
import { CLOSE } from '#contract/close-codes.ts'
import { ATTEMPT, CLOSE_ALL } from './attempt.ts'
import type { ConnectionSetup } from './setup.ts'

const RETRY = { target: '#connection.transport.online', actions: 'countAttempt' } as const

// The close has been answered for: what counts now is how many retries are left.
const GO_ON = { target: 'deciding', actions: 'forgetClose' } as const

const whyChecked = (code: number | undefined) => (code === CLOSE.sessionEnded ? 'ended' : 'token')

/** Lost, and trying to come back: up to five retries, each after its wait. */
export const reconnectingState = (words: ConnectionSetup) =>
  words.createStateConfig({
    id: 'reconnecting',
    entry: CLOSE_ALL,
    initial: 'deciding',
    states: {
      deciding: {
        always: [
          { guard: 'closedNormally', target: '#disconnected' },
          { guard: 'asksForCheck', target: 'checking' },
          { guard: 'saidEnd', target: '#disconnected' },
          { guard: 'isForgetful', target: '#error' },
          { guard: 'isOffline', target: 'paused' },
          { guard: 'isExhausted', target: '#error' },
          { target: 'waiting' },
        ],
      },
      checking: {
        entry: 'noteSessionCheck',
        invoke: {
          src: 'sessionCheck',
          input: ({ context }) => ({ why: whyChecked(context.closeCode) }),
          onDone: [
            {
              guard: { type: 'saysEnded', params: ({ event }) => ({ verdict: event.output }) },
              target: '#disconnected',
            },
            GO_ON,
          ],
          onError: GO_ON,
        },
      },
      waiting: {
        entry: 'planRetry',
        after: { backoff: RETRY },
        on: {
          'page.visible': { guard: 'isRetryDue', ...RETRY },
          'page.online': { guard: 'hasRoom', ...RETRY },
          'page.offline': 'paused',
        },
      },
      paused: {
        entry: 'forgiveAttempt',
        after: { wholeLadder: '#error' },
        on: { 'page.online': [{ guard: 'hasRoom', ...RETRY }, { target: 'waiting' }] },
      },
    },
  })

/** Given up as far as people are told; a quiet probe still looks every 30 s whether the server is back. */
export const errorState = (words: ConnectionSetup) =>
  words.createStateConfig({
    id: 'error',
    entry: CLOSE_ALL,
    initial: 'resting',
    on: { connect: ATTEMPT },
    states: {
      resting: { always: { guard: 'isPersistent', target: 'waiting' } },
      waiting: {
        entry: 'closeNewest',
        after: { probe: [{ guard: 'isOffline', target: 'waiting', reenter: true }, { target: 'probing' }] },
        on: {
          'page.online': { guard: 'hasRoom', target: 'probing' },
          'page.visible': { guard: and(['hasRoom', not('isOffline')]), target: 'probing' },
          'poll.recovered': { guard: 'hasRoom', target: 'probing' },
        },
      },
      probing: {
        entry: ['numberSocket', 'openSocket'],
        after: { connectTimeout: 'waiting' },
        on: {
          'socket.ack': {
            guard: { type: 'isNewest', params: ({ event }) => event },
            target: '#connected',
            actions: ['countReconnect', { type: 'takeOver', params: ({ event }) => event }],
          },
          'socket.failed': { guard: { type: 'isNewest', params: ({ event }) => event }, target: 'waiting' },
          'socket.closed': {
            guard: { type: 'isNewest', params: ({ event }) => event },
            target: 'deciding',
            actions: { type: 'noteProbe', params: ({ event }) => event },
          },
        },
      },
      deciding: {
        always: [
          { guard: 'asksForCheck', target: 'checking' },
          { guard: 'saidEnd', target: '#disconnected' },
          { target: 'waiting' },
        ],
      },
      checking: {
        entry: ['closeNewest', 'noteSessionCheck'],
        invoke: {
          src: 'sessionCheck',
          input: ({ context }) => ({ why: whyChecked(context.closeCode) }),
          onDone: [
            {
              guard: { type: 'saysEnded', params: ({ event }) => ({ verdict: event.output }) },
              target: '#disconnected',
            },
            GO_ON,
          ],
          onError: GO_ON,
        },
      },
    },
  })
