import { STRATEGY } from '#contract/limits.ts'
import { EXCHANGES, PAIRS, type PairId } from '#contract/pairs.ts'
import { pairsOf, type Draft } from '#src/machines/wizard/draft.ts'
import { Select } from '#src/ui/fields/Select.tsx'
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import * as css from './wizard.css.ts'
import { useWizard } from './useWizard.ts'

const EXCHANGE_OPTIONS = EXCHANGES.map((id) => ({ id, label: id }))
const OFFERED_PAIRS: readonly PairId[] = ['BTCUSD', 'ETHUSD']

/** What else there is to say about the pair. */
function pairHint(draft: Draft): string | undefined {
  const [, ...others] = pairsOf(draft).map((pair) => PAIRS[pair].label)
  if (others.length > 0) return `With ${others.join(', ')}, until another pair is chosen.`
  return draft.pair === 'BTCUSD'
    ? undefined
    : 'Signals exist for BTC/USD only: no decisions until this market is enabled.'
}

/** Step 1. */
export function BasicsStep() {
  const { snapshot, commands } = useWizard()
  const { draft } = snapshot.context
  const { name, description, exchange, pair, basis } = draft
  const pairs = [...new Set([...OFFERED_PAIRS, ...(basis?.symbols.slice(0, 1) ?? [])])]
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
          options={pairs.map((id) => ({ id, label: PAIRS[id].label }))}
          value={pair}
          onChange={commands.choosePair}
          hint={pairHint(draft)}
        />
      </div>
    </div>
  )
}
