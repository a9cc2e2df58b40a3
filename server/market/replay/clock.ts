import type { MarketClock } from '../ports.ts'

/** The market clock of a replay: stopped until `run`, then running at the given speed. */
export interface ReplayClock extends MarketClock {
  /** Starts the clock, or continues a held one; without effect on a running one. */
  run(): void
  /** Stops the clock at the time it shows. */
  hold(): void
  /** Moves the clock forward to a time in unix milliseconds. */
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
    hold() {
      marketMs = read()
      wallMs = undefined
    },
    jump(to) {
      marketMs = to
      wallMs = now()
    },
  }
}
