import { candleImportsResponseSchema, changedImportSchema } from '#contract/candle-imports.ts'
import { CANDLES } from '#contract/paths.ts'
import { fromAbortable } from '#src/lib/from-abortable.ts'
import { mapResult } from '#src/lib/result.ts'
import type { CandleImportApi } from '#src/streams/candle-imports/api.ts'
import { messageOf } from '../http/failures.ts'
import type { Call } from '../http/http.ts'
import { fillPath } from '../http/path.ts'
import { createUpload, type UploadDeps } from '../http/upload.ts'

export interface CandleImportApiDeps extends UploadDeps {
  /** The market-data service. */
  readonly call: Call
  /** Adds the session's token to another call of that service. */
  readonly withToken: (call: Call) => Call
}

/** Imports of candles by the market-data service. */
export function createCandleImportApi({ call, withToken, newRequest, base }: CandleImportApiDeps): CandleImportApi {
  const act = (path: string) => async (id: string) =>
    mapResult(
      await call({ method: 'POST', path: fillPath(path, id), schema: changedImportSchema }),
      (reply) => reply,
      messageOf,
    )

  return {
    list: () =>
      fromAbortable(async (signal) =>
        mapResult(
          await call({ path: CANDLES.imports, schema: candleImportsResponseSchema, signal }),
          ({ data }) => data.imports,
          messageOf,
        ),
      ),
    async upload(file, { source, allowsGaps }, onProgress, signal) {
      const send = withToken(createUpload({ newRequest, base }, { body: file, onProgress }))
      const result = await send({
        method: 'POST',
        path: CANDLES.imports,
        query: { name: file.name, source, allow_gaps: allowsGaps ? 'true' : undefined },
        headers: { 'content-type': 'application/octet-stream' },
        schema: changedImportSchema,
        signal,
      })
      return mapResult(result, (reply) => reply, messageOf)
    },
    pause: act(CANDLES.pauseImport),
    resume: act(CANDLES.resumeImport),
    cancel: act(CANDLES.cancelImport),
  }
}
