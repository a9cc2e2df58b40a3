import { BehaviorSubject, type Observable } from 'rxjs'
import type { CandleImport } from '#contract/candle-imports.ts'
import * as CANDLE_IMPORTS from '#contract/endpoints/candle-imports.ts'
import { CANDLE_IMPORT } from '#contract/limits.ts'
import { fromAbortable } from '#src/lib/from-abortable.ts'
import type { RemoteSource } from '#src/lib/remote-data.ts'
import { mapResult, type Result } from '#src/lib/result.ts'
import type { Queries } from '#src/streams/queries.ts'
import { messageOf } from '../http/failures.ts'
import type { Call, HttpRequest } from '../http/http.ts'
import { requestOf } from '../http/request-of.ts'
import { createUpload, type UploadDeps } from '../http/upload.ts'

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

const { listMs, openMs } = CANDLE_IMPORT.poll

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
}

const isMoving = ({ status }: CandleImport): boolean => status === 'queued' || status === 'running'

export function createCandleImports(
  { call, withToken, newRequest, base }: CandleImportDeps,
  { every, change }: Queries,
): CandleImports {
  const act = async (request: HttpRequest<unknown>, send = call): Promise<Result<unknown>> =>
    change(send(request).then((result) => mapResult(result, (reply) => reply, messageOf)))

  return {
    list: every(
      listMs,
      () =>
        fromAbortable(async (signal) =>
          mapResult(await call({ ...requestOf(CANDLE_IMPORTS.list), signal }), ({ data }) => data.imports, messageOf),
        ),
      { ms: openMs, when: (imports) => imports.some(isMoving) },
    ),
    uploads: createUploads((file, { source, allowsGaps }, onProgress, signal) => {
      const query = { name: file.name, source, allow_gaps: allowsGaps ? 'true' : undefined }
      const headers = { 'content-type': 'application/octet-stream' }
      const send = withToken(createUpload({ newRequest, base }, { body: file, onProgress }))
      return act({ ...requestOf(CANDLE_IMPORTS.upload, { query }), headers, signal }, send)
    }),
    pause: (id) => act(requestOf(CANDLE_IMPORTS.pause, { params: { id } })),
    resume: (id) => act(requestOf(CANDLE_IMPORTS.resume, { params: { id } })),
    cancel: (id) => act(requestOf(CANDLE_IMPORTS.cancel, { params: { id } })),
  }
}
