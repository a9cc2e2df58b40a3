import { concatMap, exhaustMap, from, interval, merge, type Observable, type Subscription } from 'rxjs'

/** How often what other processes changed is looked for, beside what they report. */
const SWEEP_MS = 5_000

/** Tasks that find what lost events would have reported. */
export interface Sweeps {
  add(task: () => Promise<void> | void): void
  /** Runs all tasks on each connection of the bus, and from time to time. A failed task is tried again by the next sweep. */
  start(): Subscription
}

export function createSweeps(
  connected$: Observable<void>,
  report: (error: unknown) => void,
  ticks$: Observable<unknown> = interval(SWEEP_MS),
): Sweeps {
  const tasks: (() => Promise<void> | void)[] = []
  async function attempt(task: () => Promise<void> | void): Promise<void> {
    try {
      await task()
    } catch (error) {
      report(error)
    }
  }
  return {
    add: (task) => void tasks.push(task),
    start: () =>
      merge(connected$, ticks$)
        // A slow sweep must not overlap with the next one.
        .pipe(exhaustMap(() => from([...tasks]).pipe(concatMap(attempt))))
        .subscribe(),
  }
}
