import * as z from 'zod/mini'
import { MODEL_LIMITS } from '#contract/limits.ts'
import { claimedMetricsSchema, type ClaimedMetrics } from '#contract/models/model.ts'
import { UPLOAD_FIELDS } from '#contract/models/upload.ts'
import { exchangeSchema, type PairId } from '#contract/pairs.ts'
import { TIMEFRAMES, toInterval, type Interval } from '#contract/timeframes.ts'
import { RequestError } from '#server/http/errors.ts'
import { requirePair, requireTimeframe } from '#server/http/serve.ts'

/** Control characters, text direction overrides and other invisible characters. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu
const FOLDERS = /^.*[\\/]/su

const MAX_ENDING = 20

/** Sanitises an uploaded text to one visible line of limited length; empty if nothing is left. */
export const labelOf = (text: string, length: number = MODEL_LIMITS.maxLabel): string =>
  text
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(UNSEEN, '')
    .trim()
    .slice(0, length)
    // A surrogate pair may have been cut in half.
    .replace(UNSEEN, '')

/** The sanitised base name of an uploaded file. */
export function fileLabelOf(name: string): string {
  const { maxLabel } = MODEL_LIMITS
  const label = labelOf(name.replace(FOLDERS, ''), name.length)
  if (label.length <= maxLabel) return label
  // Shorten the name before the extension, which determines the format.
  const ending = /\.[^.]*$/u.exec(label)?.[0].slice(0, MAX_ENDING) ?? ''
  return labelOf(label, maxLabel - ending.length) + ending
}

/** Metadata uploaded with a model file. */
export interface UploadFields {
  readonly name: string
  readonly description: string
  readonly modelType: string
  readonly timeframe: Interval
  readonly pair: PairId
  readonly exchange: string
}

const MAX_TYPE = 60

function required(fields: ReadonlyMap<string, string>, name: string): string {
  const text = labelOf(fields.get(name) ?? '')
  if (text === '') throw new RequestError(400, `${name}: is missing`)
  return text
}

/** Reads the fields of an upload. A name without visible characters becomes `Unnamed model`. Throws a 400. */
export function readFields(fields: ReadonlyMap<string, string>): UploadFields {
  if (!fields.has(UPLOAD_FIELDS.name)) throw new RequestError(400, `${UPLOAD_FIELDS.name}: is missing`)
  const exchange = z.safeParse(exchangeSchema, required(fields, UPLOAD_FIELDS.exchange).toLowerCase())
  if (!exchange.success) throw new RequestError(400, `${UPLOAD_FIELDS.exchange}: there is only kraken`)
  return {
    name: labelOf(fields.get(UPLOAD_FIELDS.name) ?? '') || 'Unnamed model',
    description: labelOf(fields.get(UPLOAD_FIELDS.description) ?? '', MODEL_LIMITS.maxDescription),
    modelType: labelOf(required(fields, UPLOAD_FIELDS.type), MAX_TYPE),
    timeframe: toInterval(requireTimeframe(required(fields, UPLOAD_FIELDS.timeframe), TIMEFRAMES, toInterval)),
    pair: requirePair(required(fields, UPLOAD_FIELDS.pair)),
    exchange: exchange.data,
  }
}

const MAX_METRICS = 100

/** Parses claimed metrics: a flat JSON object of plain values. Throws a 400. */
export function readMetrics(text: string): ClaimedMetrics {
  const refuse = () =>
    new RequestError(
      400,
      `${UPLOAD_FIELDS.metrics}: must be a JSON object of at most ${MAX_METRICS} names with numbers or short texts`,
    )
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw refuse()
  }
  const parsed = z.safeParse(claimedMetricsSchema, value)
  if (!parsed.success || Object.keys(parsed.data).length > MAX_METRICS) throw refuse()
  const shown = Object.entries(parsed.data).map(([name, given]) => [
    labelOf(name),
    typeof given === 'string' ? labelOf(given) : given,
  ])
  return Object.fromEntries(shown)
}
