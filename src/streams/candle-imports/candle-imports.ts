import { filter, merge, NEVER, of, Subject, switchMap, tap, timer, type Observable } from 'rxjs'
import type { CandleImport } from '#contract/candle-imports.ts'
import { CANDLE_IMPORT } from '#contract/limits.ts'
import type { RemoteSource } from '#src/lib/remote-data.ts'
import type { Result } from '#src/lib/result.ts'
import { remoteData } from '../remote-data.ts'
import type { CandleImportApi } from './api.ts'
import { createUploads, type Uploads } from './uploads.ts'

const { listMs, openMs } = CANDLE_IMPORT.poll
const TICKS_PER_LOAD = listMs / openMs

/** Imports of candles, and changes of them, none of which rejects. */
export interface CandleImports extends Omit<CandleImportApi, 'list' | 'upload'> {
  /** Newest first; loaded every second while one waits or runs, every five otherwise, and after a change. */
  readonly list: RemoteSource<readonly CandleImport[]>
  /** Files that are being sent. They outlive the screen. */
  readonly uploads: Uploads
}

interface CandleImportPorts {
  readonly api: CandleImportApi
  /** Whether the page is visible; replays its current value. */
  readonly visible$: Observable<boolean>
  readonly now: () => number
}

const isMoving = ({ status }: CandleImport): boolean => status === 'queued' || status === 'running'

export function createCandleImports({ api, visible$, now }: CandleImportPorts): CandleImports {
  const changes = new Subject<void>()

  async function thenReload<T>(mutation: Promise<Result<T>>): Promise<Result<T>> {
    const result = await mutation
    // Without a response the server may still have applied it.
    changes.next()
    return result
  }

  return {
    list(refresh$) {
      let isAnyMoving = false
      const load = () =>
        api.list().pipe(
          tap((result) => {
            if (result.ok) isAnyMoving = result.value.some(isMoving)
          }),
        )
      const ticks$ = timer(0, openMs).pipe(filter((tick) => isAnyMoving || tick % TICKS_PER_LOAD === 0))
      return remoteData({
        queries$: of({ key: '', load }),
        due$: visible$.pipe(switchMap((isVisible) => (isVisible ? ticks$ : NEVER))),
        refresh$: merge(refresh$, changes),
        now,
      })
    },
    uploads: createUploads((...given) => thenReload(api.upload(...given))),
    pause: (id) => thenReload(api.pause(id)),
    resume: (id) => thenReload(api.resume(id)),
    cancel: (id) => thenReload(api.cancel(id)),
  }
}
