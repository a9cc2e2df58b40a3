import type { Observable } from 'rxjs'
import type { CandleImport } from '#contract/candle-imports.ts'
import type { Result } from '#src/lib/result.ts'

/** What a user says of files of candles. */
export interface CandleOrigin {
  /** Where they come from, such as `kraken`. */
  readonly source: string
  /** Whether candles may be more than a year apart. */
  readonly allowsGaps: boolean
}

/** Imports of candles by the market-data service. Queries are cold and abort on unsubscription; mutations run when called. */
export interface CandleImportApi {
  /** Newest first. */
  readonly list: () => Observable<Result<readonly CandleImport[]>>
  /** Sends a file; `onProgress` receives the sent share (0 to 1). */
  readonly upload: (
    file: File,
    origin: CandleOrigin,
    onProgress: (share: number) => void,
    signal: AbortSignal,
  ) => Promise<Result<unknown>>
  readonly pause: (id: string) => Promise<Result<unknown>>
  readonly resume: (id: string) => Promise<Result<unknown>>
  readonly cancel: (id: string) => Promise<Result<unknown>>
}
