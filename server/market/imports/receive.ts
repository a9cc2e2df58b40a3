import { CANDLE_IMPORT } from '#contract/limits.ts'
import { RequestError } from '#server/http/errors.ts'
import { storeUpload } from '#server/uploads/store-upload.ts'

const MIB = 1_048_576

export const tooLarge = (): RequestError =>
  new RequestError(
    413,
    `The file is larger than ${CANDLE_IMPORT.maxFileBytes / MIB} MiB: import it with npm run candles:import.`,
  )

/** Streams an upload to a new file on the volume of `directory`, as `storeUpload` does. */
export const receive = (content: AsyncIterable<Uint8Array>, path: string, directory: string): Promise<number> =>
  storeUpload(content, {
    path,
    directory,
    what: 'file',
    onPart(_part, bytes) {
      if (bytes > CANDLE_IMPORT.maxFileBytes) throw tooLarge()
    },
  })
