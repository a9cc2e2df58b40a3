import { ReplaySubject, type Observable } from 'rxjs'

/**
 * Lets React's `use` read a promise at once when it has been fulfilled, with the fields that `use` itself would set. Without
 * them a component waits for even a fulfilled promise, and the fallback it shows then stays for 300 ms.
 */
function readablePromise<T>(promise: Promise<T>): Promise<T> {
  // A rejection is for the caller that reads the promise.
  promise.then((value) => Object.assign(promise, { status: 'fulfilled', value })).catch(() => undefined)
  return promise
}

/** A value that is created on first use and then shared. */
export interface LazyOnce<T> {
  /** The value. Creates it if necessary; after a failure the next call tries again. `use` reads it at once when it is there. */
  get(this: void): Promise<T>
  /** Emits the value when it has been created, or at once if it has. */
  readonly created$: Observable<T>
  /** Releases the value if it was created. */
  dispose(this: void, release: (value: T) => void): void
}

export function lazyOnce<T>(create: () => Promise<T>): LazyOnce<T> {
  const created$ = new ReplaySubject<T>(1)
  let creation: Promise<T> | undefined

  async function createOnce(): Promise<T> {
    try {
      const value = await create()
      created$.next(value)
      return value
    } catch (error) {
      creation = undefined
      throw error
    }
  }

  return {
    get: () => (creation ??= readablePromise(createOnce())),
    created$: created$.asObservable(),
    dispose(release) {
      creation?.then(release, () => undefined)
      creation = undefined
    },
  }
}
