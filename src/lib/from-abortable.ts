import { from, Observable } from 'rxjs'

/** Runs `work` on subscription and aborts it on unsubscription. */
export const fromAbortable = <T>(work: (signal: AbortSignal) => Promise<T>): Observable<T> =>
  new Observable((subscriber) => {
    const controller = new AbortController()
    subscriber.add(() => controller.abort())
    from(work(controller.signal)).subscribe(subscriber)
  })
