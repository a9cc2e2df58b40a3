import { ReplaySubject, type Observable } from 'rxjs'
import { readablePromise } from './readable-promise.ts'

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
