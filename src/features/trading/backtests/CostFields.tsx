import type { ReactNode } from 'react'
import { BACKTEST } from '#contract/limits.ts'
import { Checkbox } from '#src/ui/fields/Checkbox.tsx'
import { NumberField } from '#src/ui/fields/NumberField.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import type { CostsForm, FormErrors } from './request.ts'

interface CostFieldsProps {
  readonly form: CostsForm
  readonly errors: FormErrors
  readonly onChange: (part: Partial<CostsForm>) => void
  /** Fields before them. */
  readonly children?: ReactNode
}

/** Capital and costs of simulated trades. */
export const CostFields = ({ form, errors, onChange, children }: CostFieldsProps) => (
  <>
    <div className={layout.columns}>
      {children}
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
