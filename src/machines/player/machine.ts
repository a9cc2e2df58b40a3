import { assign, fromCallback, setup } from 'xstate'

/** Playback position in a recording. Times are unix ms of the recording. */
export interface PlayerContext {
  readonly from: number
  readonly until: number
  readonly at: number
  /** Multiple of real time. */
  readonly speed: number
}

type PlayerEvent =
  | { readonly type: 'play' }
  | { readonly type: 'pause' }
  | { readonly type: 'seek'; readonly at: number }
  | { readonly type: 'speed'; readonly speed: number }
  /** `ms` of real time passed. */
  | { readonly type: 'tick'; readonly ms: number }

export const SPEEDS = [0.25, 1, 4, 16, 60] as const
const TICK_MS = 50

/** Plays a recording from start to end at any speed. */
export const createPlayerMachine = (now: () => number = Date.now) =>
  setup({
    types: {
      context: {} as PlayerContext,
      events: {} as PlayerEvent,
      input: {} as Pick<PlayerContext, 'from' | 'until'>,
    },
    actors: {
      clock: fromCallback<PlayerEvent>(({ sendBack }) => {
        let last = now()
        const timer = setInterval(() => {
          const at = now()
          sendBack({ type: 'tick', ms: at - last })
          last = at
        }, TICK_MS)
        return () => clearInterval(timer)
      }),
    },
    actions: {
      move: assign((_, { at }: { at: number }) => ({ at })),
      setSpeed: assign((_, { speed }: { speed: number }) => ({ speed })),
      rewind: assign(({ context }) => ({ at: context.from })),
    },
    guards: { isOver: ({ context }) => context.at >= context.until },
  }).createMachine({
    id: 'player',
    context: ({ input }) => ({ ...input, at: input.from, speed: 1 }),
    initial: 'paused',
    on: {
      speed: { actions: { type: 'setSpeed', params: ({ event }) => event } },
      seek: {
        actions: {
          type: 'move',
          params: ({ context, event }) => ({ at: Math.min(Math.max(event.at, context.from), context.until) }),
        },
      },
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
          tick: {
            actions: {
              type: 'move',
              params: ({ context, event }) => ({
                at: Math.min(context.at + event.ms * context.speed, context.until),
              }),
            },
          },
        },
      },
    },
  })
