import type { PlayerSnapshot } from './machine.ts'

export const isPlaying = (snapshot: PlayerSnapshot): boolean => snapshot.matches('playing')

/** Position in the recording, unix ms. */
export const position = ({ context }: PlayerSnapshot): number => context.at

/** Multiple of real time. */
export const playbackSpeed = ({ context }: PlayerSnapshot): number => context.speed
