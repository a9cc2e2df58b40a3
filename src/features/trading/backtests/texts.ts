import type { BacktestJob, BacktestStatus } from '#contract/backtests/jobs.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'
import { formatPercent } from '#src/ui/format/number.ts'

export const STATUS_TEXTS: Readonly<Record<BacktestStatus, string>> = {
  queued: 'Waiting',
  running: 'Running',
  paused: 'Paused',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
}

export const STATUS_TONES: Readonly<Record<BacktestStatus, Tone>> = {
  queued: 'neutral',
  running: 'info',
  paused: 'warning',
  done: 'success',
  failed: 'danger',
  cancelled: 'neutral',
}

const PHASES = { readings: 'Analysing candles', trades: 'Trading', report: 'Writing the report' } as const

/** What a running one does: 'Analysing candles, 25%'. */
export const progressText = ({ phase, done }: NonNullable<BacktestJob['progress']>): string =>
  phase === 'readings' ? `${PHASES[phase]}, ${formatPercent(done)}` : PHASES[phase]

const SUBJECTS = { draft: 'Draft', strategy: 'Strategy', template: 'Template' } as const

/** 'Strategy, version 2', 'Template'. */
export const subjectKind = ({ kind, version_number: version }: BacktestJob['subject']): string =>
  version === undefined ? SUBJECTS[kind] : `${SUBJECTS[kind]}, version ${version}`

const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** The days of a span, in UTC: '2019-06-01 to 2019-06-30'. */
export const spanText = ({ from, to }: { readonly from: number; readonly to: number }): string =>
  `${day(from)} to ${day(to - 1)}`
