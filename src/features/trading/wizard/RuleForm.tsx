import { useEffect, useRef } from 'react'
import { STRATEGY } from '#contract/limits.ts'
import type { ConfluenceRule } from '#contract/strategies/definition.ts'
import { WIZARD_OPERATORS } from '#contract/strategies/names.ts'
import { thresholdsOf } from '#src/machines/wizard/definition.ts'
import { draftSourceName } from '#src/machines/wizard/draft.ts'
import { isReachable } from '#src/machines/wizard/rule-form.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Slider } from '#src/ui/controls/Slider.tsx'
import { Checkbox } from '#src/ui/fields/Checkbox.tsx'
import { NumberField } from '#src/ui/fields/NumberField.tsx'
import { Select } from '#src/ui/fields/Select.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { formatPercent } from '#src/ui/format/number.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import { MEANINGS } from '../meanings.ts'
import { operatorText } from './titles.ts'
import * as css from './wizard.css.ts'
import { useWizard } from './useWizard.ts'

/** The operators of the wizard, and that of the template or strategy that the rule began as. */
const operatorsFor = (basis: ConfluenceRule | undefined) =>
  [...new Set([...WIZARD_OPERATORS, ...(basis ? [basis.operator] : [])])].map((id) => ({
    id,
    label: operatorText({ operator: id, basis }),
  }))

/** Form to add or edit a rule. Enter saves it. */
export function RuleForm() {
  const { snapshot, commands, can } = useWizard()
  const name = useRef<HTMLInputElement>(null)
  useEffect(() => name.current?.focus(), [])
  const { form, draft } = snapshot.context
  if (!form) return null
  const edit = commands.editRule
  const assigned = form.sourceIds.length
  const { minimum_total_weight: weight, consensus_threshold: consensus } = thresholdsOf(form)
  return (
    <section className={css.item} aria-label={form.id === undefined ? 'New rule' : 'Edit rule'}>
      <TextField
        ref={name}
        label="Rule name"
        required
        maxLength={STRATEGY.maxName}
        value={form.name}
        onChange={(event) => edit({ field: 'name', value: event.target.value })}
      />
      <Select
        label="Operator"
        options={operatorsFor(form.basis)}
        value={form.operator}
        onChange={(value) => edit({ field: 'operator', value })}
      />
      <fieldset className={css.assignment}>
        <legend className={css.legend}>Sources</legend>
        {draft.sources.map((source) => (
          <Checkbox
            key={source.id}
            label={draftSourceName(source)}
            checked={form.sourceIds.includes(source.id)}
            onChange={() => edit({ field: 'source', value: source.id })}
          />
        ))}
        {assigned === 0 ? <p className={layout.quiet}>Assign at least one source.</p> : null}
      </fieldset>
      <NumberField
        label="Minimum signals"
        min={1}
        max={Math.max(1, assigned)}
        step={1}
        keepsOutOfRange
        value={form.minSignals}
        onChange={(value) => edit({ field: 'minSignals', value })}
        error={
          assigned > 0 && !isReachable(form)
            ? `A whole number from 1 to ${assigned}, the number of assigned sources`
            : undefined
        }
      />
      <Slider
        label="Confidence threshold"
        meaning={MEANINGS.threshold}
        {...STRATEGY.confidence}
        value={form.confidenceThreshold}
        format={(value) => formatPercent(value)}
        onChange={(value) => edit({ field: 'confidenceThreshold', value })}
      />
      {weight === consensus ? null : (
        <p className={layout.quiet}>The minimum weight is {formatPercent(weight)}. Moving the threshold sets both.</p>
      )}
      <div className={css.actions}>
        <Button type="submit" variant="primary" size="small" disabled={!can.saveRule()}>
          Save Rule
        </Button>
        <Button size="small" onClick={commands.cancelRule}>
          Cancel Rule
        </Button>
      </div>
    </section>
  )
}
