import type { AnalysisEntry, PairAnalysis } from '#server/analysis/engine/engine.ts'
import type { StreamEntry } from '../ports.ts'
import { wrapEntry, type EntryWriter, type StoredEntry } from './entry-writer.ts'

interface CurrentState {
  readonly analysis: PairAnalysis
  /** End of the newest minute it knows, unix ms. */
  readonly at: number
  readonly now: () => number
  /** At a pair's first start an earlier process may have left streams in another state. */
  readonly isFirst: boolean
}

/**
 * Publishes the current state of an analysis to streams that are still empty, at its first start also to those that an
 * earlier process left in another state. Resolves with what was written, at its first start after what the streams had.
 */
export async function publishCurrentState(
  writer: EntryWriter,
  { analysis, at, now, isFirst }: CurrentState,
): Promise<readonly StoredEntry[]> {
  const missing: AnalysisEntry[] = []
  const left: StoredEntry[] = []
  for (const entry of analysis.current()) {
    const newest = await writer.newest(entry.key)
    const isOutdated = isFirst && newest !== undefined && newest.provenance.exchange_time < at
    if (newest === undefined || (isOutdated && !isSame(newest, entry))) missing.push(entry)
    else if (isFirst) left.push({ key: entry.key, entry: newest })
  }
  return [...left, ...(await writer.publish(missing, writer.provenance(at, now())))]
}

const isSame = (stored: StreamEntry, found: AnalysisEntry): boolean =>
  JSON.stringify(stored.data) === JSON.stringify(wrapEntry(found))
