import { exhaustMap, from, interval, merge, startWith, Subject, type Observable } from 'rxjs'

const LOOK_MS = 1_000

/** Where the process is that leads, as it was last found. */
export interface LeaderAddress {
  /** Undefined while none leads. */
  current(): string | undefined
  /** Looks at once, such as after a failure. */
  look(): void
  stop(): void
}

/**
 * Looks for the leader from time to time. A look that fails changes nothing.
 * @param find resolves to its address
 */
export function followLeaderAddress(
  find: () => Promise<string | undefined>,
  report: (error: unknown) => void,
  ticks$: Observable<unknown> = interval(LOOK_MS),
): LeaderAddress {
  let address: string | undefined
  const asked$ = new Subject<void>()
  async function attempt(): Promise<void> {
    try {
      address = await find()
    } catch (error) {
      report(error)
    }
  }
  const subscription = merge(ticks$, asked$)
    .pipe(
      startWith(undefined),
      exhaustMap(() => from(attempt())),
    )
    .subscribe()
  return { current: () => address, look: () => asked$.next(), stop: () => subscription.unsubscribe() }
}
