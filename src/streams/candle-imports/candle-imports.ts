import { filter, merge, NEVER, of, Subject, switchMap, tap, timer, type Observable } from 'rxjs'
import type { CandleImport } from '#contract/candle-imports.ts'
import * as CANDLE_IMPORTS from '#contract/endpoints/candle-imports.ts'
import { CANDLE_IMPORT } from '#contract/limits.ts'
import { fromAbortable } from '#src/lib/from-abortable.ts'
import type { RemoteSource } from '#src/lib/remote-data.ts'
import { mapResult, type Result } from '#src/lib/result.ts'
import { messageOf } from '#src/transport/http/failures.ts'
import type { Call, HttpRequest } from '#src/transport/http/http.ts'
import { requestOf } from '#src/transport/http/request-of.ts'
import { createUpload, type UploadDeps } from '#src/transport/http/upload.ts'
import { remoteData } from '../remote-data.ts'
import { createUploads, type Uploads } from './uploads.ts'

const { listMs, openMs } = CANDLE_IMPORT.poll
const TICKS_PER_LOAD = listMs / openMs

/** Imports of candles, and changes of them, none of which rejects. */
export interface CandleImports {
  /** Newest first; loaded every second while one waits or runs, every five otherwise, and after a change. */
  readonly list: RemoteSource<readonly CandleImport[]>
  /** Files that are being sent. They outlive the screen. */
  readonly uploads: Uploads
  readonly pause: (id: string) => Promise<Result<unknown>>
  readonly resume: (id: string) => Promise<Result<unknown>>
  readonly cancel: (id: string) => Promise<Result<unknown>>
}

interface CandleImportDeps extends UploadDeps {
  /** The market-data service. */
  readonly call: Call
  /** Adds the session's token to another call of that service. */
  readonly withToken: (call: Call) => Call
  /** Whether the page is visible; replays its current value. */
  readonly visible$: Observable<boolean>
  readonly now: () => number
}

const isMoving = ({ status }: CandleImport): boolean => status === 'queued' || status === 'running'

export function createCandleImports(deps: CandleImportDeps): CandleImports {
  const { call, withToken, newRequest, base, visible$, now } = deps
  const changes = new Subject<void>()

  async function change(request: HttpRequest<unknown>, send = call): Promise<Result<unknown>> {
    const result = mapResult(await send(request), (reply) => reply, messageOf)
    // Without a response the server may still have applied it.
    changes.next()
    return result
  }

  return {
    list(refresh$) {
      let isAnyMoving = false
      const load = () =>
        fromAbortable(async (signal) =>
          mapResult(await call({ ...requestOf(CANDLE_IMPORTS.list), signal }), ({ data }) => data.imports, messageOf),
        ).pipe(
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
    uploads: createUploads((file, { source, allowsGaps }, onProgress, signal) => {
      const query = { name: file.name, source, allow_gaps: allowsGaps ? 'true' : undefined }
      const headers = { 'content-type': 'application/octet-stream' }
      const send = withToken(createUpload({ newRequest, base }, { body: file, onProgress }))
      return change({ ...requestOf(CANDLE_IMPORTS.upload, { query }), headers, signal }, send)
    }),
    pause: (id) => change(requestOf(CANDLE_IMPORTS.pause, { params: { id } })),
    resume: (id) => change(requestOf(CANDLE_IMPORTS.resume, { params: { id } })),
    cancel: (id) => change(requestOf(CANDLE_IMPORTS.cancel, { params: { id } })),
  }
}
