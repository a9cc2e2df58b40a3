import { NumberField } from '#src/ui/fields/NumberField.tsx'
import * as css from './wizard.css.ts'
import { useWizard } from './useWizard.ts'

const positiveError = (value: number | null): string | undefined =>
  value !== null && value > 0 ? undefined : 'Must be above 0'

/** Step 4. */
export function RiskStep() {
  const { snapshot, commands } = useWizard()
  const { maxPositionSize, stopLossPct, takeProfitPct, signalTimeoutS } = snapshot.context.draft.risk
  return (
    <div className={css.fields}>
      <NumberField
        label="Max position size in dollars"
        unit="USD"
        min={0}
        step={100}
        value={maxPositionSize}
        onChange={(value) => commands.editRisk({ maxPositionSize: value })}
        error={positiveError(maxPositionSize)}
      />
      <NumberField
        label="Stop loss %"
        unit="%"
        min={0}
        step={0.1}
        value={stopLossPct}
        onChange={(value) => commands.editRisk({ stopLossPct: value })}
        error={positiveError(stopLossPct)}
      />
      <NumberField
        label="Take profit %"
        unit="%"
        min={0}
        step={0.1}
        value={takeProfitPct}
        onChange={(value) => commands.editRisk({ takeProfitPct: value })}
      />
      <NumberField
        label="Signal timeout in seconds"
        unit="s"
        min={0}
        step={30}
        value={signalTimeoutS}
        onChange={(value) => commands.editRisk({ signalTimeoutS: value })}
        hint="Used in whole minutes as the cooldown between decisions"
      />
    </div>
  )
}
