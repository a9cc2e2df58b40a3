import { POSITION_UNITS, type PositionUnit } from '#contract/strategies/names.ts'
import { tradeOutlook, type RiskField } from '#src/machines/wizard/risk.ts'
import { ToggleGroup } from '#src/ui/controls/ToggleGroup.tsx'
import { STRATEGY } from '#contract/limits.ts'
import { NumberField, type NumberFieldProps } from '#src/ui/fields/NumberField.tsx'
import { hintText, outlookText, problemText } from './risk-texts.ts'
import { MoveHint } from './MoveHint.tsx'
import { WhenItActs } from './WhenItActs.tsx'
import * as css from './wizard.css.ts'
import { useWizard } from './useWizard.ts'

interface Field extends Pick<NumberFieldProps, 'label' | 'unit' | 'step'> {
  readonly key: RiskField
}

const UNIT_LABELS: Readonly<Record<PositionUnit, string>> = { usd: 'USD', pct: '%' }
const UNITS = POSITION_UNITS.map((id) => ({ id, label: UNIT_LABELS[id] }))

const POSITION: Readonly<Record<PositionUnit, Omit<Field, 'unit'>>> = {
  usd: { key: 'maxPositionSize', label: 'Max position size in dollars', step: STRATEGY.maxPosition.step },
  pct: { key: 'maxPositionSize', label: 'Max position size in percent', step: STRATEGY.percent.step },
}

const FIELDS: readonly Field[] = [
  { key: 'stopLossPct', label: 'Stop loss %', unit: '%', step: 0.1 },
  { key: 'takeProfitPct', label: 'Take profit %', unit: '%', step: 0.1 },
  { key: 'signalTimeoutS', label: 'Signal timeout in seconds', unit: 's', step: 30 },
]

/** Step 4. */
export function RiskStep() {
  const { snapshot, commands } = useWizard()
  const { risk, pair } = snapshot.context.draft
  const unit = (
    <ToggleGroup
      label="Unit of the position size"
      options={UNITS}
      value={risk.positionUnit}
      onChange={(positionUnit) => commands.editRisk({ positionUnit })}
    />
  )
  const position: Field = { ...POSITION[risk.positionUnit], unit }
  return (
    <div className={css.stack}>
      <div className={css.fields}>
        {[position, ...FIELDS].map(({ key, ...field }) => (
          <NumberField
            key={key}
            {...field}
            min={0}
            keepsOutOfRange
            value={risk[key]}
            onChange={(value) => commands.editRisk({ [key]: value })}
            hint={hintText(key, risk)}
            error={problemText(key, risk)}
          />
        ))}
      </div>
      <output className={css.outlook}>{outlookText(tradeOutlook(risk), risk.positionUnit)}</output>
      <MoveHint pair={pair} />
      <WhenItActs />
    </div>
  )
}
