import type { DraftRisk } from '#src/machines/wizard/draft.ts'
import { NumberField, type NumberFieldProps } from '#src/ui/fields/NumberField.tsx'
import * as css from './wizard.css.ts'
import { useWizard } from './useWizard.ts'

interface RiskField extends Pick<NumberFieldProps, 'label' | 'unit' | 'step' | 'hint'> {
  readonly key: keyof DraftRisk
  /** Must be above 0. */
  readonly isRequired?: boolean
}

const positiveError = (value: number | null): string | undefined =>
  value !== null && value > 0 ? undefined : 'Must be above 0'

const FIELDS: readonly RiskField[] = [
  { key: 'maxPositionSize', label: 'Max position size in dollars', unit: 'USD', step: 100, isRequired: true },
  { key: 'stopLossPct', label: 'Stop loss %', unit: '%', step: 0.1, isRequired: true },
  { key: 'takeProfitPct', label: 'Take profit %', unit: '%', step: 0.1 },
  {
    key: 'signalTimeoutS',
    label: 'Signal timeout in seconds',
    unit: 's',
    step: 30,
    hint: 'Used in whole minutes as the cooldown between decisions',
  },
]

/** Step 4. */
export function RiskStep() {
  const { snapshot, commands } = useWizard()
  const { risk } = snapshot.context.draft
  return (
    <div className={css.fields}>
      {FIELDS.map(({ key, isRequired, ...field }) => (
        <NumberField
          key={key}
          {...field}
          min={0}
          value={risk[key]}
          onChange={(value) => commands.editRisk({ [key]: value })}
          error={isRequired === true ? positiveError(risk[key]) : undefined}
        />
      ))}
    </div>
  )
}
