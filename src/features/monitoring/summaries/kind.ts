/** Kinds of streams, in the order of matching and of the cards. */
export const KINDS = [
  'indicators',
  'candles',
  'levels',
  'patterns',
  'structure',
  'confluence',
  'divergence',
  'signals',
  'analysis',
  'raw',
] as const
export type StreamKind = (typeof KINDS)[number]

/** Category or subcategory -> kind; the first match wins. */
const KIND_BY_NAME: readonly (readonly [name: string, kind: StreamKind])[] = [
  ['technical_indicators', 'indicators'],
  ['processed_candles', 'candles'],
  ['support_resistance', 'levels'],
  ['pattern_analysis', 'patterns'],
  ['consolidated_patterns', 'patterns'],
  ['market_structure', 'structure'],
  ['cross_timeframe_analysis', 'confluence'],
  ['cross_timeframe_analysis_v2', 'confluence'],
  ['divergence', 'divergence'],
  ['signals', 'signals'],
  ['ml_signals', 'signals'],
  ['analysis', 'analysis'],
]

/** Labels of the kinds whose label is not their stream name. */
const KIND_LABELS: Partial<Record<StreamKind, string>> = {
  indicators: 'technical indicators',
  candles: 'processed candles',
  analysis: 'other analysis',
  raw: 'generic raw preview',
}

export interface ClassifiedStream {
  readonly kind: StreamKind
  /** Label of the kind, shown on its card. */
  readonly label: string
}

interface StreamName {
  readonly category: string
  readonly subcategory: string
}

/** Kind of a stream; raw if nothing matches. */
export function kindOf({ category, subcategory }: StreamName): ClassifiedStream {
  const [name, kind] = KIND_BY_NAME.find(([each]) => each === category || each === subcategory) ?? ['', 'raw' as const]
  const isOwn = kind === 'signals' && subcategory === 'ml_signals'
  return { kind, label: KIND_LABELS[kind] ?? (isOwn ? subcategory : name) }
}
