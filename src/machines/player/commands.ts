import type { PlayerEvent } from './types.ts'

/** Commands of the player. */
export const playerCommands = (player: { readonly send: (event: PlayerEvent) => void }) => ({
  /** Plays on; from the start when the end was reached. */
  play: () => player.send({ type: 'play' }),
  pause: () => player.send({ type: 'pause' }),
  /** `at` is unix ms of the recording, limited to its extent. */
  seek: (at: number) => player.send({ type: 'seek', at }),
  setSpeed: (speed: number) => player.send({ type: 'speed', speed }),
})
