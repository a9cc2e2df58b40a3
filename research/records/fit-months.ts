import type { TrackedClaim } from '#contract/track-records/schema.ts'

/** Months that the confidence of patterns and divergences was measured on ([AN-33]). */
const PATTERN_MONTHS = [
  'BTCUSD 2018-03',
  'BTCUSD 2018-05',
  'BTCUSD 2018-08',
  'BTCUSD 2019-02',
  'ETHUSD 2018-04',
  'ETHUSD 2018-06',
  'ETHUSD 2019-01',
  'XRPUSD 2019-02',
  'XRPUSD 2019-03',
]

/** Months that the strength of levels and the change of the phase were fitted on (docs/decisions/0020, 0024). */
const FITTED_MONTHS = [
  ...['03', '04', '05', '06', '07', '08', '09', '10'].map((month) => `BTCUSD 2018-${month}`),
  ...['04', '05', '06'].map((month) => `ETHUSD 2018-${month}`),
  ...['BTCUSD', 'ETHUSD'].flatMap((pair) => ['01', '02', '03'].map((month) => `${pair} 2019-${month}`)),
]

const FITTED: ReadonlySet<string> = new Set(FITTED_MONTHS)
const PATTERNS: ReadonlySet<string> = new Set(PATTERN_MONTHS)

/** Whether something behind a claim was fitted on that month, so that no record of it may be counted there. */
export const isFitMonth = (claim: TrackedClaim, month: string): boolean =>
  (claim === 'level' || claim === 'level_position' || claim === 'phase' ? FITTED : PATTERNS).has(month)
