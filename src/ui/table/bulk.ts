import type { Result } from '#src/lib/result.ts'

/** What can be done with several rows together. */
export interface BulkAction<Row> {
  readonly label: string
  /** Title of the confirmation: 'Deactivate 3 users?'. */
  readonly question: (count: number) => string
  readonly consequence: (rows: readonly Row[]) => string
  readonly isHarmful: boolean
  /** Why a row is left out; undefined if the action applies to it. */
  readonly exempts: (row: Row) => string | undefined
  readonly run: (row: Row) => Promise<Result<unknown>>
}

/** What became of one row. */
export type Outcome =
  | { readonly kind: 'waiting' | 'running' | 'done' }
  | { readonly kind: 'skipped' | 'failed'; readonly reason: string }

/**
 * Runs an action on one row after the other, so that a server is not flooded, and reports the outcome of each as it comes. Ends
 * early, after the row that is running, when the signal aborts.
 */
export async function runBulk<Row>(
  action: Pick<BulkAction<Row>, 'exempts' | 'run'>,
  rows: readonly { readonly row: Row; readonly id: string }[],
  report: (id: string, outcome: Outcome) => void,
  signal: AbortSignal,
): Promise<void> {
  for (const { row, id } of rows) {
    if (signal.aborted) return
    const reason = action.exempts(row)
    if (reason !== undefined) {
      report(id, { kind: 'skipped', reason })
      continue
    }
    report(id, { kind: 'running' })
    const result = await action.run(row)
    report(id, result.ok ? { kind: 'done' } : { kind: 'failed', reason: result.error })
  }
}

/** '2 of 3 done, 1 failed'. */
export function summaryOf(outcomes: readonly Outcome[]): string {
  const count = (kind: Outcome['kind']) => outcomes.filter((outcome) => outcome.kind === kind).length
  const parts = [`${count('done')} of ${outcomes.length} done`]
  if (count('failed') > 0) parts.push(`${count('failed')} failed`)
  if (count('skipped') > 0) parts.push(`${count('skipped')} left out`)
  return parts.join(', ')
}
