import type { MarketClock } from '../ports.ts'

/** Market time of a recording: stands at its start until it is set going, then runs at its speed. */
export interface ReplayClock extends MarketClock {
  /** Sets it going; afterwards without effect. */
  run(): void
  /** Moves it to a later moment, unix milliseconds. */
  jump(to: number): void
}

export function createReplayClock(startMs: number, speed: number, now: () => number): ReplayClock {
  let marketMs = startMs
  let wallMs: number | undefined
  const read = () => (wallMs === undefined ? marketMs : marketMs + (now() - wallMs) * speed)

  return {
    speed,
    now: read,
    run() {
      wallMs ??= now()
    },
    jump(to) {
      marketMs = to
      wallMs = now()
    },
  }
}
