import type { Timers } from '#server/gateway/timers.ts'

interface Due {
  at: number
  readonly run: () => void
  readonly everyMs?: number
}

/** Timers and a clock that advance only on command. */
export interface ManualTimers extends Timers {
  readonly now: () => number
  /** Advances the clock and runs what is due in order, with microtasks in between. */
  advance(ms: number): Promise<void>
  /** Runs the callbacks passed to `soon`, once. */
  runSoon(): void
  /** Number of armed timers. */
  armed(): number
}

export function createManualTimers(start = 1_700_000_000_000): ManualTimers {
  const dues = new Set<Due>()
  let soon: (() => void)[] = []
  let time = start

  function arm(due: Due) {
    dues.add(due)
    return () => void dues.delete(due)
  }

  return {
    now: () => time,
    after: (ms, run) => arm({ at: time + ms, run }),
    every: (ms, run) => arm({ at: time + ms, run, everyMs: ms }),
    soon: (run) => void soon.push(run),
    runSoon() {
      const runs = soon
      soon = []
      for (const run of runs) run()
    },
    armed: () => dues.size,
    async advance(ms) {
      const end = time + ms
      for (;;) {
        await Promise.resolve()
        const [next] = [...dues].filter((due) => due.at <= end).sort((a, b) => a.at - b.at)
        if (!next) break
        time = next.at
        if (next.everyMs === undefined) dues.delete(next)
        else next.at += next.everyMs
        next.run()
      }
      time = end
      await Promise.resolve()
    },
  }
}
