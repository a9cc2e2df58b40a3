import type { Fields } from '#contract/analysis/payload-fields.ts'
import { openData, type StreamRecord } from '#src/streams/index.ts'
import { drawAnalysis } from './analysis.ts'
import { drawCandle } from './candles.ts'
import { drawConfluence } from './confluence.ts'
import { drawDivergence } from './divergence.ts'
import type { Drawing } from './summary.ts'
import { drawIndicators } from './indicators.ts'
import { kindOf, type Kind } from './kind.ts'
import { drawLevels } from './levels.ts'
import { drawPatterns } from './patterns.ts'
import { drawRaw } from './raw.ts'
import { drawSignals } from './signals.ts'
import { drawStructure } from './structure.ts'
import { subjectOf, type Subject } from './stream-id.ts'

/** A stream as its card shows it. */
export interface StreamView {
  readonly kind: Kind
  /** The kind in words. */
  readonly words: string
  readonly title: string
  readonly exchange: string | undefined
  /** Undefined while the stream has no message. */
  readonly drawing: Drawing | undefined
}

const DRAWS: Record<Exclude<Kind, 'raw'>, (payload: Fields, subject: Subject) => Drawing | undefined> = {
  indicators: drawIndicators,
  candles: drawCandle,
  levels: drawLevels,
  patterns: drawPatterns,
  structure: drawStructure,
  confluence: drawConfluence,
  divergence: drawDivergence,
  signals: drawSignals,
  analysis: drawAnalysis,
}

type Viewed = Pick<StreamRecord, 'key' | 'category' | 'subcategory' | 'data'>

function titleOf(
  { pairLabel, timeframe }: Subject,
  { kind, subcategory, key }: Viewed & { readonly kind: Kind },
): string {
  if (kind === 'raw') return subcategory === '' ? key : `${pairLabel} ${subcategory}`
  if (kind === 'analysis') return `${pairLabel} ${subcategory}`
  return timeframe === undefined ? pairLabel : `${pairLabel} ${timeframe}`
}

function drawingOf(
  { kind, words }: Pick<StreamView, 'kind' | 'words'>,
  { data }: Viewed,
  subject: Subject,
  fields: Fields | undefined,
) {
  if (data === null || data === undefined) return undefined
  if (kind === 'raw') return drawRaw(data)
  return (fields && DRAWS[kind](fields, subject)) ?? drawRaw(data, `Cannot be read as ${words}`)
}

/** Everything a card shows of a message. Never throws, whatever the message is. */
export function viewOf(record: Viewed): StreamView {
  const { kind, words } = kindOf(record)
  const fields = unwrapped(record.data)
  const subject = subjectOf(record.key, fields ?? {})
  return {
    kind,
    words,
    title: titleOf(subject, { ...record, kind }),
    exchange: subject.exchange,
    drawing: drawingOf({ kind, words }, record, subject, fields),
  }
}

/** The payload under its wrapper, under any other single name, or bare. */
function unwrapped(data: unknown): Fields | undefined {
  const { wrapper, fields } = openData(data)
  if (wrapper !== undefined || fields === undefined) return fields
  const [inner, ...others] = Object.values(fields)
  if (others.length > 0) return fields
  return openData({ Unknown: inner }).fields ?? fields
}
