import type { DataSet } from '#contract/backtests/jobs.ts'
import { backtestRequestSchema, type BacktestRequest, type BacktestSubject } from '#contract/backtests/request.ts'
import { BACKTEST } from '#contract/limits.ts'
import { parsePair, type PairId } from '#contract/pairs.ts'
import type { StrategySummary } from '#contract/strategies/responses.ts'
import { formatNumber } from '#src/ui/format/number.ts'

/** What can be tested: a subject by its name, with the pairs that it trades. */
export interface Testable {
  readonly subject: BacktestSubject
  readonly name: string
  readonly pairs: readonly PairId[]
}

/** A strategy of the user, in its present version. */
export const testableStrategy = ({
  id,
  name,
  symbols,
}: Pick<StrategySummary, 'id' | 'name' | 'symbols'>): Testable => ({
  subject: { kind: 'strategy', strategy_id: id },
  name,
  pairs: symbols.flatMap((symbol) => parsePair(symbol) ?? []),
})

/** Capital and costs in a form; null for an empty number. */
export interface CostsForm {
  readonly capital: number | null
  readonly feePct: number | null
  readonly halfSpreadPct: number | null
  /** Share of the minute's range, in percent. */
  readonly rangePct: number | null
  readonly allowShort: boolean
}

export const INITIAL_COSTS: CostsForm = {
  capital: BACKTEST.capital.initial,
  feePct: BACKTEST.fee.initial,
  halfSpreadPct: BACKTEST.halfSpread.initial,
  rangePct: 100 * BACKTEST.rangeShare.initial,
  allowShort: false,
}

/** In the API format, still to be parsed. */
export const costsOf = (form: CostsForm) => ({
  capital: form.capital,
  fee_pct: form.feePct,
  slippage: { half_spread_pct: form.halfSpreadPct, range_share: form.rangePct === null ? null : form.rangePct / 100 },
  allow_short: form.allowShort,
})

/** The values of the form. Dates are days in UTC, '2019-06-01', both included; null for an empty number. */
export interface BacktestForm extends CostsForm {
  readonly name: string
  readonly dataSet: string
  readonly from: string
  readonly to: string
}

/** Why fields of the form cannot be used. */
export type FormErrors = Partial<Record<'name' | 'span' | 'capital' | 'fee' | 'halfSpread' | 'range', string>>

const DAY_MS = 86_400_000
const DEFAULT_DAYS = 30

export const toDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** The span of a form within its data set, unix ms; NaN for an empty date. */
function spanOf({ from, to }: Pick<BacktestForm, 'from' | 'to'>, set: DataSet) {
  return {
    from: Math.max(set.from, Date.parse(`${from}T00:00:00Z`)),
    to: Math.min(set.to, Date.parse(`${to}T00:00:00Z`) + DAY_MS),
  }
}

/** The last month of a data set. */
export const defaultSpan = (set: DataSet): Pick<BacktestForm, 'from' | 'to'> => ({
  from: toDay(Math.max(set.from, set.to - DEFAULT_DAYS * DAY_MS)),
  to: toDay(set.to - 1),
})

export const initialForm = (name: string, set: DataSet | undefined): BacktestForm => ({
  name: name.slice(0, BACKTEST.maxName),
  dataSet: set?.id ?? '',
  ...(set ? defaultSpan(set) : { from: '', to: '' }),
  ...INITIAL_COSTS,
})

const fields = (): readonly (readonly [path: string, field: keyof FormErrors, text: string])[] => [
  ['name', 'name', 'A name is required'],
  ['settings.to', 'span', `The span must have ${BACKTEST.minDays} day at least`],
  ['settings.from', 'span', 'Both dates are required'],
  [
    'settings.capital',
    'capital',
    `Must be $${formatNumber(BACKTEST.capital.min)} to $${formatNumber(BACKTEST.capital.max)}`,
  ],
  ['settings.fee_pct', 'fee', `Must be 0% to ${BACKTEST.fee.max}%`],
  ['settings.slippage.half_spread_pct', 'halfSpread', `Must be 0% to ${BACKTEST.halfSpread.max}%`],
  ['settings.slippage.range_share', 'range', `Must be 0% to ${100 * BACKTEST.rangeShare.max}%`],
]

/** What to say of the fields at these paths of a request. */
export function errorsAt(paths: readonly string[]): FormErrors {
  return Object.fromEntries(fields().flatMap(([path, field, text]) => (paths.includes(path) ? [[field, text]] : [])))
}

/** The request of a form, or why it is none yet. */
export function requestOf(
  form: BacktestForm,
  subject: BacktestSubject,
  set: DataSet,
): { readonly request: BacktestRequest } | { readonly errors: FormErrors } {
  const parsed = backtestRequestSchema.safeParse({
    name: form.name.trim(),
    subject,
    settings: {
      pair: set.pair,
      data_set: set.id,
      ...spanOf(form, set),
      ...costsOf(form),
    },
  })
  if (parsed.success) return { request: parsed.data }
  return { errors: errorsAt(parsed.error.issues.map(({ path }) => path.join('.'))) }
}
