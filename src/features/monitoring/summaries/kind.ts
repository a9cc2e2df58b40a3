/** What a stream carries, in the order in which it is asked and in which the cards stand. */
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
export type Kind = (typeof KINDS)[number]

/** Category or subcategory -> kind; the first hit wins. */
const NAMES: readonly (readonly [name: string, kind: Kind])[] = [
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

/** Words of the kinds that are not named as their streams are. */
const WORDS: Partial<Record<Kind, string>> = {
  indicators: 'technical indicators',
  candles: 'processed candles',
  analysis: 'other analysis',
  raw: 'generic raw preview',
}

export interface Kinded {
  readonly kind: Kind
  /** The kind in words, as its card says it. */
  readonly words: string
}

interface Named {
  readonly category: string
  readonly subcategory: string
}

/** Which card a stream gets. Whatever matches nothing is shown raw. */
export function kindOf({ category, subcategory }: Named): Kinded {
  const [name, kind] = NAMES.find(([each]) => each === category || each === subcategory) ?? ['', 'raw' as const]
  const isOwn = kind === 'signals' && subcategory === 'ml_signals'
  return { kind, words: WORDS[kind] ?? (isOwn ? subcategory : name) }
}
