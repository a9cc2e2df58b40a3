import { BehaviorSubject, type Observable } from 'rxjs'
import type { Result } from '#src/lib/result.ts'

/** What a user says of files of candles. */
interface CandleOrigin {
  /** Where they come from, such as `kraken`. */
  readonly source: string
  /** Whether candles may be more than a year apart. */
  readonly allowsGaps: boolean
}

/** Sends a file; `onProgress` receives the sent share (0 to 1). Never rejects. */
type SendFile = (
  file: File,
  origin: CandleOrigin,
  onProgress: (share: number) => void,
  signal: AbortSignal,
) => Promise<Result<unknown>>

/** A file that waits to be sent, is being sent, or could not be. */
export interface Upload {
  readonly id: number
  readonly name: string
  /** How much of it is sent, 0 to 1. */
  readonly share: number
  /** Why it was not accepted. */
  readonly error: string | undefined
}

/** Sends files one after the other. */
export interface Uploads {
  /** Oldest first; replays the current ones. Those that were accepted are left out: they are in the list of imports. */
  readonly list$: Observable<readonly Upload[]>
  readonly add: (files: readonly File[], origin: CandleOrigin) => void
  /** Aborts it, or removes one that failed. */
  readonly remove: (id: number) => void
}

export function createUploads(send: SendFile): Uploads {
  const list$ = new BehaviorSubject<readonly Upload[]>([])
  const aborts = new Map<number, AbortController>()
  let count = 0
  let queue: Promise<void> = Promise.resolve()

  const change = (id: number, part: Partial<Upload>) =>
    list$.next(list$.value.map((each) => (each.id === id ? { ...each, ...part } : each)))

  function remove(id: number): void {
    aborts.get(id)?.abort()
    aborts.delete(id)
    list$.next(list$.value.filter((each) => each.id !== id))
  }

  async function sendOne(id: number, file: File, origin: CandleOrigin): Promise<void> {
    const abort = aborts.get(id)
    if (!abort) return
    const result = await send(file, origin, (share) => change(id, { share }), abort.signal)
    if (result.ok) remove(id)
    else change(id, { error: result.error })
  }

  return {
    list$,
    add(files, origin) {
      for (const file of files) {
        count += 1
        const id = count
        aborts.set(id, new AbortController())
        list$.next([...list$.value, { id, name: file.name, share: 0, error: undefined }])
        queue = queue.then(() => sendOne(id, file, origin))
      }
    },
    remove,
  }
}
