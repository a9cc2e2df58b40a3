import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { STRATEGY } from '#contract/limits.ts'
import type { ConfluenceRule } from '#contract/strategies/definition.ts'
import { WIZARD_OPERATORS } from '#contract/strategies/names.ts'
import { thresholdsOf } from '#src/machines/wizard/definition.ts'
import { type DraftRule, draftSourceName } from '#src/machines/wizard/draft.ts'
import { isReachable } from '#src/machines/wizard/rule-form.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { Slider } from '#src/ui/controls/Slider.tsx'
import { meaningProps } from '#src/ui/data/meaning.ts'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { Checkbox } from '#src/ui/fields/Checkbox.tsx'
import { NumberField } from '#src/ui/fields/NumberField.tsx'
import { Select } from '#src/ui/fields/Select.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { formatPercent } from '#src/ui/format/number.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import { allRulesText } from './WhenItActs.tsx'
import { operatorText } from './titles.ts'
import { useWizard } from './useWizard.ts'
import * as css from './wizard.css.ts'
import { isWritingRule } from '#src/machines/wizard/machine.ts'
import { MEANINGS } from '#src/features/trading/texts.ts'

/** The operators of the wizard, and that of the template or strategy that the rule began as. */
const operatorsFor = (basis: ConfluenceRule | undefined) =>
  [...new Set([...WIZARD_OPERATORS, ...(basis ? [basis.operator] : [])])].map((id) => ({
    id,
    label: operatorText({ operator: id, basis }),
  }))

/** Form to add or edit a rule. Enter saves it. */
function RuleForm() {
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

/** Two-line summary of a rule, also used by the review step. */
export function RuleText({ rule }: { readonly rule: DraftRule }) {
  const { sources } = useWizard().snapshot.context.draft
  const names = sources.filter(({ id }) => rule.sourceIds.includes(id)).map(draftSourceName)
  const { minimum_total_weight: weight, consensus_threshold: consensus } = thresholdsOf(rule)
  return (
    <>
      <p className={layout.quiet} {...meaningProps(MEANINGS.threshold)}>
        {operatorText(rule)} · minimum signals {rule.minSignals} · confidence {formatPercent(consensus)}
        {weight === consensus ? '' : ` · minimum weight ${formatPercent(weight)}`}
      </p>
      <p className={layout.quiet}>{names.join(', ')}</p>
    </>
  )
}

function Rule({ rule }: { readonly rule: DraftRule }) {
  const { commands, can } = useWizard()
  const { id } = rule
  return (
    <li className={css.item}>
      <div className={css.itemHeader}>
        <span className={css.itemName}>{rule.name}</span>
        <IconButton
          size="small"
          label={`Edit ${rule.name}`}
          icon={<Pencil size={14} aria-hidden="true" />}
          disabled={!can.openRule(id)}
          onClick={() => commands.openRule(id)}
        />
        <IconButton
          size="small"
          label={`Delete ${rule.name}`}
          icon={<Trash2 size={14} aria-hidden="true" />}
          disabled={!can.deleteRule(id)}
          onClick={() => commands.deleteRule(id)}
        />
      </div>
      <RuleText rule={rule} />
    </li>
  )
}

/** Step 3. */
export function RulesStep() {
  const { snapshot, commands, can } = useWizard()
  const { sources, rules } = snapshot.context.draft
  const { form } = snapshot.context
  if (sources.length === 0)
    return <EmptyState title="No signal sources selected">Go back to Step 2 and select at least two.</EmptyState>
  const isWriting = isWritingRule(snapshot)
  const shown = isWriting ? rules.filter(({ id }) => id !== form?.id) : rules
  return (
    <div className={css.stack}>
      {rules.length === 0 && !isWriting ? (
        <p className={layout.quiet}>No rules yet. A rule defines which signals together make a decision.</p>
      ) : (
        <p className={layout.quiet}>{allRulesText(rules.length)}</p>
      )}
      {shown.length === 0 ? null : (
        <ul className={layout.stack[2]}>
          {shown.map((rule) => (
            <Rule key={rule.id} rule={rule} />
          ))}
        </ul>
      )}
      {isWriting ? (
        <RuleForm />
      ) : (
        <div className={css.actions}>
          <Button icon={<Plus size={14} aria-hidden="true" />} disabled={!can.beginRule()} onClick={commands.beginRule}>
            Add Rule
          </Button>
        </div>
      )}
    </div>
  )
}
