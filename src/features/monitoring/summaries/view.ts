import type { Fields } from '#contract/analysis/payload-fields.ts'
import { unwrapPayload, type StreamRecord } from '#src/streams/index.ts'
import { summarizeAnalysis } from './analysis.ts'
import { summarizeCandle } from './candles.ts'
import { summarizeConfluence } from './confluence.ts'
import { summarizeDivergence } from './divergence.ts'
import type { MessageSummary } from './summary.ts'
import { summarizeIndicators } from './indicators.ts'
import { kindOf, type StreamKind } from './kind.ts'
import { summarizeLevels } from './levels.ts'
import { summarizePatterns } from './patterns.ts'
import { summarizeRaw } from './raw.ts'
import { summarizeSignals } from './signals.ts'
import { summarizeStructure } from './structure.ts'
import { streamIdOf, type StreamId } from './stream-id.ts'

/** View model of a stream card. */
export interface StreamView {
  readonly kind: StreamKind
  /** Label of the kind. */
  readonly label: string
  readonly title: string
  readonly exchange: string | undefined
  /** Undefined while the stream has no message. */
  readonly summary: MessageSummary | undefined
}

const SUMMARIZERS: Record<
  Exclude<StreamKind, 'raw'>,
  (payload: Fields, stream: StreamId) => MessageSummary | undefined
> = {
  indicators: summarizeIndicators,
  candles: summarizeCandle,
  levels: summarizeLevels,
  patterns: summarizePatterns,
  structure: summarizeStructure,
  confluence: summarizeConfluence,
  divergence: summarizeDivergence,
  signals: summarizeSignals,
  analysis: summarizeAnalysis,
}

type ViewedRecord = Pick<StreamRecord, 'key' | 'category' | 'subcategory' | 'data'>

function titleOf(
  { pairLabel, timeframe }: StreamId,
  { kind, subcategory, key }: ViewedRecord & { readonly kind: StreamKind },
): string {
  if (kind === 'raw') return subcategory === '' ? key : `${pairLabel} ${subcategory}`
  if (kind === 'analysis') return `${pairLabel} ${subcategory}`
  return timeframe === undefined ? pairLabel : `${pairLabel} ${timeframe}`
}

function summaryOf(
  { kind, label }: Pick<StreamView, 'kind' | 'label'>,
  { data }: ViewedRecord,
  stream: StreamId,
  fields: Fields | undefined,
) {
  if (data === null || data === undefined) return undefined
  if (kind === 'raw') return summarizeRaw(data)
  return (fields && SUMMARIZERS[kind](fields, stream)) ?? summarizeRaw(data, `Cannot be read as ${label}`)
}

/** View model of a stream's card. Never throws, whatever the message contains. */
export function viewOf(record: ViewedRecord): StreamView {
  const { kind, label } = kindOf(record)
  const fields = innermostPayload(record.data)
  const stream = streamIdOf(record.key, fields ?? {})
  return {
    kind,
    label,
    title: titleOf(stream, { ...record, kind }),
    exchange: stream.exchange,
    summary: summaryOf({ kind, label }, record, stream, fields),
  }
}

/** The payload inside its wrapper, under any other single name, or bare. */
function innermostPayload(data: unknown): Fields | undefined {
  const { wrapper, fields } = unwrapPayload(data)
  if (wrapper !== undefined || fields === undefined) return fields
  const [inner, ...others] = Object.values(fields)
  if (others.length > 0) return fields
  return unwrapPayload({ Unknown: inner }).fields ?? fields
}
