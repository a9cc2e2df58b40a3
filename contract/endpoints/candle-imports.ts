import * as z from 'zod/mini'
import { candleImportsResponseSchema, changedImportSchema, importQuerySchema } from '../candle-imports.ts'
import { CANDLE_IMPORT } from '../limits.ts'
import type { Endpoint } from './endpoint.ts'

const params = z.object({ id: z.string().check(z.maxLength(40)) })
const ENDED = { 409: 'The import has ended.' }

export const list = {
  method: 'GET',
  path: '/api/candles/imports',
  access: 'Admin',
  response: candleImportsResponseSchema,
  summary: 'List the imports of candles',
  detail: 'Newest first, with their progress, the lines that were skipped, and the gaps. Times are unix milliseconds.',
} satisfies Endpoint

export const upload = {
  method: 'POST',
  path: '/api/candles/imports',
  access: 'Admin',
  bodyMs: CANDLE_IMPORT.uploadMs,
  bodyBytes: CANDLE_IMPORT.maxFileBytes,
  query: importQuerySchema,
  parameters: {
    source: { description: 'Where the candles are from, such as kraken' },
    name: { description: 'Name of the file, which begins with the pair, such as XBTUSD_1.csv, or of a zip' },
  },
  sends: { type: 'application/octet-stream' },
  status: 201,
  response: changedImportSchema,
  failures: { 409: 'As many imports are waiting as may.', 507: 'There is no room for the file on the disk.' },
  summary: 'Import candles',
  detail:
    'application/octet-stream with the file: one-minute candles as CSV, also gzipped, as Kraken offers them or as they are ' +
    'replayed; `name` begins with the pair. It is read after the response, and is in the library completely or not at all.',
} satisfies Endpoint

export const pause = {
  method: 'POST',
  path: '/api/candles/imports/:id/pause',
  access: 'Admin',
  params,
  response: changedImportSchema,
  failures: ENDED,
  summary: 'Pause an import of candles',
} satisfies Endpoint

export const resume = {
  method: 'POST',
  path: '/api/candles/imports/:id/resume',
  access: 'Admin',
  params,
  response: changedImportSchema,
  failures: ENDED,
  summary: 'Resume an import of candles',
  detail: 'It goes on where it was, after a restart of the server from the beginning.',
} satisfies Endpoint

export const cancel = {
  method: 'POST',
  path: '/api/candles/imports/:id/cancel',
  access: 'Admin',
  params,
  response: changedImportSchema,
  failures: ENDED,
  summary: 'Cancel an import of candles',
  detail: 'Nothing of it is in the library.',
} satisfies Endpoint
