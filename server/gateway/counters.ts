import type { DropCause } from './ports.ts'

/** Mutable totals behind `GatewayStats`. */
export interface Counters {
  sent: number
  conflated: number
  refused: number
  badFrames: number
  readonly dropped: Record<DropCause, number>
}

export const createCounters = (): Counters => ({
  sent: 0,
  conflated: 0,
  refused: 0,
  badFrames: 0,
  dropped: {
    'slow-reader': 0,
    silent: 0,
    'bad-frames': 0,
    'access-ended': 0,
    'token-expired': 0,
    replaced: 0,
    moved: 0,
  },
})
