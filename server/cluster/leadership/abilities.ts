/** Something that a leader needs. */
export interface Need {
  /** As a sentence begins with it: 'Redis'. */
  readonly name: string
  /** Resolves if it responds to this process; rejects otherwise, and may never be settled. What it holds open ends with the signal. */
  readonly probe: (signal: AbortSignal) => Promise<void>
}

/** Whether this process could do a leader's work now. */
export interface Abilities {
  /** What does not respond; undefined while all does. Not known before the first answers, which is as if nothing responded. */
  problem(): string | undefined
  /** For how long something has not responded, in milliseconds; 0 while all does. */
  failingForMs(): number
  stop(): void
}

export interface AbilitiesDeps {
  readonly needs: readonly Need[]
  /** Monotonic clock, in milliseconds. */
  readonly clock: () => number
  /** Runs `run` after `ms`; returns a function that cancels it. */
  readonly after: (ms: number, run: () => void) => () => void
}

/** How long an answer may take. */
const ANSWER_MS = 1_500
const PAUSE_MS = 1_000

/** Probes what a leader needs again and again until it is stopped. */
export function watchAbilities({ needs, clock, after }: AbilitiesDeps): Abilities {
  /** Per need that does not respond, since when. */
  const failing = new Map<string, number>()
  const unknown = new Set(needs.map(({ name }) => name))
  const cancels = new Map<string, () => void>()
  const stopping = new AbortController()

  function watch({ name, probe }: Need): void {
    const sentAt = clock()
    let isOver = false
    function end(responds: boolean): void {
      if (isOver || stopping.signal.aborted) return
      isOver = true
      cancels.get(name)?.()
      unknown.delete(name)
      if (responds) failing.delete(name)
      else if (!failing.has(name)) failing.set(name, sentAt)
      cancels.set(
        name,
        after(PAUSE_MS, () => watch({ name, probe })),
      )
    }
    cancels.set(
      name,
      after(ANSWER_MS, () => end(false)),
    )
    probe(stopping.signal).then(
      () => end(true),
      () => end(false),
    )
  }
  needs.forEach(watch)

  return {
    problem: () => [...failing.keys(), ...unknown][0],
    failingForMs: () => Math.max(0, ...[...failing.values()].map((since) => clock() - since)),
    stop() {
      stopping.abort()
      for (const cancel of cancels.values()) cancel()
    },
  }
}
