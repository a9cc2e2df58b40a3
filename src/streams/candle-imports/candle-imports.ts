import type { CandleImport } from '#contract/candle-imports.ts'
import { CANDLE_IMPORT } from '#contract/limits.ts'
import type { RemoteSource } from '#src/lib/remote-data.ts'
import type { Queries } from '../queries.ts'
import type { CandleImportApi } from './api.ts'
import { createUploads, type Uploads } from './uploads.ts'

const { listMs, openMs } = CANDLE_IMPORT.poll

/** Imports of candles, and changes of them, none of which rejects. */
export interface CandleImports extends Omit<CandleImportApi, 'list' | 'upload'> {
  /** Newest first; loaded every second while one waits or runs, every five otherwise, and after a change. */
  readonly list: RemoteSource<readonly CandleImport[]>
  /** Files that are being sent. They outlive the screen. */
  readonly uploads: Uploads
}

const isMoving = ({ status }: CandleImport): boolean => status === 'queued' || status === 'running'

export const createCandleImports = (api: CandleImportApi, { every, change }: Queries): CandleImports => ({
  list: every(listMs, api.list, { ms: openMs, when: (imports) => imports.some(isMoving) }),
  uploads: createUploads((...given) => change(api.upload(...given))),
  pause: (id) => change(api.pause(id)),
  resume: (id) => change(api.resume(id)),
  cancel: (id) => change(api.cancel(id)),
})
