import { tradeOutlook } from '#src/machines/wizard/risk.ts'
import { NumberField, type NumberFieldProps } from '#src/ui/fields/NumberField.tsx'
import { hintText, outlookText, problemText, type RiskField } from './risk-texts.ts'
import { MoveHint } from './MoveHint.tsx'
import { WhenItActs } from './WhenItActs.tsx'
import * as css from './wizard.css.ts'
import { useWizard } from './useWizard.ts'

interface Field extends Pick<NumberFieldProps, 'label' | 'unit' | 'step'> {
  readonly key: RiskField
}

const FIELDS: readonly Field[] = [
  { key: 'maxPositionSize', label: 'Max position size in dollars', unit: 'USD', step: 100 },
  { key: 'stopLossPct', label: 'Stop loss %', unit: '%', step: 0.1 },
  { key: 'takeProfitPct', label: 'Take profit %', unit: '%', step: 0.1 },
  { key: 'signalTimeoutS', label: 'Signal timeout in seconds', unit: 's', step: 30 },
]

/** Step 4. */
export function RiskStep() {
  const { snapshot, commands } = useWizard()
  const { risk, pair } = snapshot.context.draft
  return (
    <div className={css.stack}>
      <div className={css.fields}>
        {FIELDS.map(({ key, ...field }) => (
          <NumberField
            key={key}
            {...field}
            min={0}
            keepsOutOfRange
            value={risk[key]}
            onChange={(value) => commands.editRisk({ [key]: value })}
            hint={hintText(key, risk)}
            error={problemText(key, risk[key])}
          />
        ))}
      </div>
      <output className={css.outlook}>{outlookText(tradeOutlook(risk))}</output>
      <MoveHint pair={pair} />
      <WhenItActs />
    </div>
  )
}
