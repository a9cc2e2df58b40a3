import { assign, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate'
import { eventSource } from './event-source.ts'

/** Playback position in a recording. Times are unix ms of the recording. */
interface PlayerContext {
  readonly from: number
  readonly until: number
  readonly at: number
  /** Multiple of real time. */
  readonly speed: number
}

interface PlayerInput extends Pick<PlayerContext, 'from' | 'until'> {
  /** Where it stands at first; the start, if it is not within the recording. */
  readonly at?: number | undefined
}

export type PlayerEvent =
  | { readonly type: 'play' | 'pause' }
  | { readonly type: 'seek'; readonly at: number }
  | { readonly type: 'speed'; readonly speed: number }
  /** `ms` of real time passed. */
  | { readonly type: 'tick'; readonly ms: number }

export const SPEEDS = [0.25, 1, 4, 16, 60] as const

const initialContext = ({ from, until, at = from }: PlayerInput): PlayerContext => ({
  from,
  until,
  at: at >= from && at <= until ? at : from,
  speed: 1,
})

/** Commands of the player. */
export const playerCommands = (player: { readonly send: (event: PlayerEvent) => void }) => ({
  /** Plays on; from the start when the end was reached. */
  play: () => player.send({ type: 'play' }),
  pause: () => player.send({ type: 'pause' }),
  /** `at` is unix ms of the recording, limited to its extent. */
  seek: (at: number) => player.send({ type: 'seek', at }),
  setSpeed: (speed: number) => player.send({ type: 'speed', speed }),
})

export const isPlaying = (snapshot: PlayerSnapshot): boolean => snapshot.matches('playing')

/** Position in the recording, unix ms. */
export const position = ({ context }: PlayerSnapshot): number => context.at

/** Multiple of real time. */
export const playbackSpeed = ({ context }: PlayerSnapshot): number => context.speed

/** Ports of the player. */
interface PlayerPorts {
  /** Clock that never goes back while the player plays, in ms. */
  readonly now: () => number
}

const TICK_MS = 50
/** Positions that a hand chooses are so far apart. */
export const STEP_MS = 100

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
export type PlayerActor = ActorRefFrom<ReturnType<typeof createPlayerMachine>>
