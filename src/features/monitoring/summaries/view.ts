import { NO_RECORDS, type RecordBook } from '#contract/track-records/book.ts'
import { readCandle } from '#src/analysis/candles.ts'
import { readConfluence } from '#src/analysis/confluence.ts'
import { readDivergence } from '#src/analysis/divergence.ts'
import { readIndicators } from '#src/analysis/indicators.ts'
import { readLevels } from '#src/analysis/levels.ts'
import { readPatterns } from '#src/analysis/patterns.ts'
import type { ParsedPayload, PayloadHeader } from '#src/analysis/payload.ts'
import { readPlainValues } from '#src/analysis/plain-values.ts'
import type { PayloadProblem } from '#src/analysis/problems.ts'
import { readSignals } from '#src/analysis/signals.ts'
import { readStructure } from '#src/analysis/structure.ts'
import type { StreamRecord, StreamStatus } from '#src/streams/index.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'
import { summarizeAnalysis } from './analysis.ts'
import { summarizeCandle } from './candles.ts'
import { summarizeConfluence } from './confluence.ts'
import { summarizeDivergence } from './divergence.ts'
import { summarizeIndicators } from './indicators.ts'
import { kindOf, type StreamKind } from './kind.ts'
import { summarizeLevels } from './levels.ts'
import { summarizePatterns } from './patterns.ts'
import { summarizeRaw } from './raw.ts'
import { summarizeSignals } from './signals.ts'
import { summarizeStructure } from './structure.ts'
import type { MessageSummary } from './summary.ts'

export const STREAM_TONES: Record<StreamStatus, Tone> = { active: 'success', inactive: 'neutral', error: 'danger' }

/** View model of a stream card. */
export interface StreamView {
  readonly kind: StreamKind
  /** Label of the kind. */
  readonly label: string
  readonly title: string
  readonly exchange: string | undefined
  /** Undefined while the stream has no message. */
  readonly summary: MessageSummary | undefined
  /** Missing and unreadable parts of the message. */
  readonly problems: readonly PayloadProblem[]
}

/** Reads a message; without a summary it does not match its kind. */
type ReadSummary = (
  data: unknown,
  key: string,
  records: RecordBook,
) => Pick<ParsedPayload<unknown>, 'header' | 'problems'> & { readonly summary: MessageSummary | undefined }

const summarizer =
  <Model>(
    read: (data: unknown, key: string) => ParsedPayload<Model>,
    summarize: (model: Model, header: PayloadHeader, records: RecordBook) => MessageSummary,
  ): ReadSummary =>
  (data, key, records) => {
    const { header, model, isOfKind, problems } = read(data, key)
    return {
      header,
      problems,
      summary: isOfKind && model !== undefined ? summarize(model, header, records) : undefined,
    }
  }

const SUMMARIZERS: Record<StreamKind, ReadSummary> = {
  indicators: summarizer(readIndicators, summarizeIndicators),
  candles: summarizer(readCandle, summarizeCandle),
  levels: summarizer(readLevels, summarizeLevels),
  patterns: summarizer(readPatterns, summarizePatterns),
  structure: summarizer(readStructure, summarizeStructure),
  confluence: summarizer(readConfluence, summarizeConfluence),
  divergence: summarizer(readDivergence, summarizeDivergence),
  signals: summarizer(readSignals, summarizeSignals),
  analysis: summarizer(readPlainValues, summarizeAnalysis),
  raw: (data, key) => ({ ...readPlainValues(data, key), problems: [], summary: summarizeRaw(data) }),
}

type ViewedRecord = Pick<StreamRecord, 'key' | 'category' | 'subcategory' | 'data'>

function titleOf(kind: StreamKind, { subcategory, key }: ViewedRecord, { pairLabel, timeframe }: PayloadHeader) {
  if (kind === 'raw' && subcategory === '') return key
  if (kind === 'raw' || kind === 'analysis') return `${pairLabel} ${subcategory}`
  return timeframe === undefined ? pairLabel : `${pairLabel} ${timeframe}`
}

/** View model of a stream's card. Never throws, whatever the message contains. */
export function viewOf(record: ViewedRecord, records: RecordBook = NO_RECORDS): StreamView {
  const { key, data } = record
  const { kind, label } = kindOf(record)
  const { header, summary, problems } = SUMMARIZERS[kind](data, key, records)
  const common = { kind, label, title: titleOf(kind, record, header), exchange: header.exchange }
  if (data === null || data === undefined) return { ...common, summary: undefined, problems: [] }
  return { ...common, summary: summary ?? summarizeRaw(data, `Cannot be read as ${label}`), problems }
}
