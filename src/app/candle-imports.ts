import { pageVisible$ } from '#src/lib/page-visibility.ts'
import { createCandleImports, type CandleImports } from '#src/streams/candle-imports/candle-imports.ts'
import { createQueries } from '#src/streams/queries.ts'
import { createCandleImportApi, type CandleImportApiDeps } from '#src/transport/api/candle-imports.ts'

/** Imports of candles, for the page of Admins. */
export const startCandleImports = (deps: CandleImportApiDeps & { readonly now: () => number }): CandleImports =>
  createCandleImports(createCandleImportApi(deps), createQueries({ visible$: pageVisible$, now: deps.now }))
