import { STRATEGY } from '#contract/limits.ts'
import { EXCHANGES, PAIRS } from '#contract/pairs.ts'
import { Select } from '#src/ui/fields/Select.tsx'
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import * as css from './wizard.css.ts'
import { useWizard } from './useWizard.ts'

const EXCHANGE_OPTIONS = EXCHANGES.map((id) => ({ id, label: id }))
const PAIR_OPTIONS = (['BTCUSD', 'ETHUSD'] as const).map((id) => ({ id, label: PAIRS[id].label }))

/** Step 1. */
export function BasicsStep() {
  const { snapshot, commands } = useWizard()
  const { name, description, exchange, pair } = snapshot.context.draft
  return (
    <div className={css.stack}>
      <TextField
        label="Name"
        required
        maxLength={STRATEGY.maxName}
        value={name}
        onChange={(event) => commands.editBasics({ name: event.target.value })}
      />
      <TextAreaField
        label="Description"
        required
        maxLength={STRATEGY.maxDescription}
        value={description}
        onChange={(event) => commands.editBasics({ description: event.target.value })}
      />
      <div className={css.pair}>
        <Select label="Exchange" options={EXCHANGE_OPTIONS} value={exchange} onChange={() => undefined} />
        <Select
          label="Trading pair"
          options={PAIR_OPTIONS}
          value={PAIR_OPTIONS.find(({ id }) => id === pair)?.id}
          onChange={commands.choosePair}
          hint={
            pair === 'BTCUSD' ? undefined : 'Signals exist for BTC/USD only: no decisions until this market is enabled.'
          }
        />
      </div>
    </div>
  )
}
