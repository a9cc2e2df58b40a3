import type { OpenBacktest } from './store.ts'

/** What makes two definitions the same: all but their names and ids. */
const contentOf = ({ definition: { signal_sources, confluence_rules, risk_parameters } }: OpenBacktest): string =>
  JSON.stringify([signal_sources, confluence_rules, risk_parameters])

/** [BR-16] Different definitions among a user's backtests of the same pair over a span that overlaps. At least 1. */
export function countVariants(id: string, all: readonly OpenBacktest[]): number {
  const own = all.find((each) => each.id === id)
  if (!own) return 1
  const { pair, from, to } = own.settings
  const tried = all.filter(({ settings }) => settings.pair === pair && settings.from < to && settings.to > from)
  return new Set(tried.map(contentOf)).size
}
