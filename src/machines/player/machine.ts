import { assign, setup, type SnapshotFrom } from 'xstate'
import { eventSource } from '../event-source.ts'
import { initialContext, type PlayerContext, type PlayerEvent, type PlayerInput } from './types.ts'

/** Ports of the player. */
interface PlayerPorts {
  /** Clock that never goes back while the player plays, in ms. */
  readonly now: () => number
}

const TICK_MS = 50

/** Plays a recording from start to end at any speed. */
export const createPlayerMachine = ({ now }: PlayerPorts) =>
  setup({
    types: { context: {} as PlayerContext, events: {} as PlayerEvent, input: {} as PlayerInput },
    actors: {
      clock: eventSource<PlayerEvent>((report) => {
        let last = now()
        const timer = setInterval(() => {
          const at = now()
          report({ type: 'tick', ms: at - last })
          last = at
        }, TICK_MS)
        return () => clearInterval(timer)
      }),
    },
    actions: {
      seek: assign(({ context }, { at }: { at: number }) => ({
        at: Math.min(Math.max(at, context.from), context.until),
      })),
      advance: assign(({ context }, { ms }: { ms: number }) => ({
        at: Math.min(context.at + ms * context.speed, context.until),
      })),
      setSpeed: assign((_, { speed }: { speed: number }) => ({ speed })),
      rewind: assign(({ context }) => ({ at: context.from })),
    },
    guards: { isOver: ({ context }) => context.at >= context.until },
  }).createMachine({
    id: 'player',
    context: ({ input }) => initialContext(input),
    initial: 'paused',
    on: {
      speed: { actions: { type: 'setSpeed', params: ({ event }) => event } },
      seek: { actions: { type: 'seek', params: ({ event }) => event } },
    },
    states: {
      paused: {
        on: { play: [{ guard: 'isOver', target: 'playing', actions: 'rewind' }, { target: 'playing' }] },
      },
      playing: {
        invoke: { src: 'clock' },
        always: { guard: 'isOver', target: 'paused' },
        on: {
          pause: 'paused',
          tick: { actions: { type: 'advance', params: ({ event }) => event } },
        },
      },
    },
  })

export type PlayerSnapshot = SnapshotFrom<ReturnType<typeof createPlayerMachine>>
