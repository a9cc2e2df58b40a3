import { from, Observable, type ObservableInput } from 'rxjs'

/**
 * Runs `project` for a trigger; triggers that arrive meanwhile cause one more run afterwards. exhaustMap would lose
 * those triggers, and switchMap would never finish under a steady flow of them.
 */
export const exhaustTrailing =
  <R>(project: () => ObservableInput<R>) =>
  (triggers$: Observable<unknown>): Observable<R> =>
    new Observable<R>((subscriber) => {
      let isRunning = false
      let isDue = false
      let isOver = false
      const error = (reason: unknown) => subscriber.error(reason)

      function run(): void {
        isRunning = true
        isDue = false
        const run$ = from(project())
        subscriber.add(run$.subscribe({ next: (value) => subscriber.next(value), error, complete: settle }))
      }

      function settle(): void {
        isRunning = false
        if (isDue) run()
        else if (isOver) subscriber.complete()
      }

      subscriber.add(
        triggers$.subscribe({
          next() {
            if (isRunning) isDue = true
            else run()
          },
          error,
          complete() {
            isOver = true
            if (!isRunning) subscriber.complete()
          },
        }),
      )
    })
