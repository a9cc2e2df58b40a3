import { DEFAULT_TIMEFRAME, type Timeframe } from '#contract/timeframes.ts'

/** What is of the chosen timeframe first; the default one leaves the order of the analysis. */
export function withLead<Item extends { readonly timeframe: Timeframe }>(
  items: readonly Item[],
  chosen: Timeframe,
): readonly Item[] {
  if (chosen === DEFAULT_TIMEFRAME || items[0]?.timeframe === chosen) return items
  const lead = items.filter(({ timeframe }) => timeframe === chosen)
  return lead.length === 0 ? items : [...lead, ...items.filter(({ timeframe }) => timeframe !== chosen)]
}
