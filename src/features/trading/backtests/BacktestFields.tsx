import type { DataSet } from '#contract/backtests/jobs.ts'
import { BACKTEST } from '#contract/limits.ts'
import { PAIRS } from '#contract/pairs.ts'
import { Checkbox } from '#src/ui/fields/Checkbox.tsx'
import { NumberField } from '#src/ui/fields/NumberField.tsx'
import { Select } from '#src/ui/fields/Select.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { defaultSpan, toDay, type BacktestForm, type FormErrors } from './request.ts'

interface BacktestFieldsProps {
  readonly form: BacktestForm
  readonly errors: FormErrors
  /** Those that the strategy can be tested on. */
  readonly sets: readonly DataSet[]
  readonly set: DataSet
  readonly onChange: (part: Partial<BacktestForm>) => void
}

const days = ({ from, to }: DataSet): string => `${toDay(from)} to ${toDay(to - 1)}`

/** Data set, span and costs of a new backtest. */
export function BacktestFields({ form, errors, sets, set, onChange }: BacktestFieldsProps) {
  const bounds = { min: toDay(set.from), max: toDay(set.to - 1) }
  return (
    <>
      <TextField
        label="Name"
        required
        maxLength={BACKTEST.maxName}
        value={form.name}
        error={errors.name}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <Select
        label="Candles"
        hint={`${days(set)}, UTC`}
        options={sets.map((each) => ({ id: each.id, label: `${PAIRS[each.pair].label} · ${each.label}` }))}
        value={set.id}
        onChange={(id) => {
          const chosen = sets.find((each) => each.id === id)
          if (chosen) onChange({ dataSet: id, ...defaultSpan(chosen) })
        }}
      />
      <div className={layout.columns}>
        <TextField
          label="From"
          type="date"
          {...bounds}
          value={form.from}
          error={errors.span}
          onChange={(event) => onChange({ from: event.target.value })}
        />
        <TextField
          label="To"
          type="date"
          {...bounds}
          value={form.to}
          onChange={(event) => onChange({ to: event.target.value })}
        />
        <NumberField
          label="Starting capital"
          unit="USD"
          step={1_000}
          min={BACKTEST.capital.min}
          max={BACKTEST.capital.max}
          keepsOutOfRange
          value={form.capital}
          error={errors.capital}
          onChange={(capital) => onChange({ capital })}
        />
        <NumberField
          label="Fee"
          hint="Of each fill; Kraken's taker fee is 0.4%"
          unit="%"
          step={0.05}
          min={0}
          max={BACKTEST.fee.max}
          keepsOutOfRange
          value={form.feePct}
          error={errors.fee}
          onChange={(feePct) => onChange({ feePct })}
        />
        <NumberField
          label="Half spread"
          hint="Of the price, paid with each order"
          unit="%"
          step={0.01}
          min={0}
          max={BACKTEST.halfSpread.max}
          keepsOutOfRange
          value={form.halfSpreadPct}
          error={errors.halfSpread}
          onChange={(halfSpreadPct) => onChange({ halfSpreadPct })}
        />
        <NumberField
          label="Slippage"
          hint="Of the range of the minute"
          unit="%"
          step={5}
          min={0}
          max={100}
          keepsOutOfRange
          value={form.rangePct}
          error={errors.range}
          onChange={(rangePct) => onChange({ rangePct })}
        />
      </div>
      <Checkbox
        label="SELL opens a short position (the cost of borrowing is not counted)"
        checked={form.allowShort}
        onChange={(event) => onChange({ allowShort: event.target.checked })}
      />
    </>
  )
}
