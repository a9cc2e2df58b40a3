/** Playback position in a recording. Times are unix ms of the recording. */
export interface PlayerContext {
  readonly from: number
  readonly until: number
  readonly at: number
  /** Multiple of real time. */
  readonly speed: number
}

export type PlayerInput = Pick<PlayerContext, 'from' | 'until'>

export type PlayerEvent =
  | { readonly type: 'play' | 'pause' }
  | { readonly type: 'seek'; readonly at: number }
  | { readonly type: 'speed'; readonly speed: number }
  /** `ms` of real time passed. */
  | { readonly type: 'tick'; readonly ms: number }

export const SPEEDS = [0.25, 1, 4, 16, 60] as const

export const initialContext = (input: PlayerInput): PlayerContext => ({ ...input, at: input.from, speed: 1 })
