import { Pencil, Plus, Trash2 } from 'lucide-react'
import { thresholdsOf } from '#src/machines/wizard/definition.ts'
import { draftSourceName, type DraftRule } from '#src/machines/wizard/draft.ts'
import { isWritingRule } from '#src/machines/wizard/selectors.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { meaningProps } from '#src/ui/data/meaning.ts'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { formatPercent } from '#src/ui/format/number.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import { RuleForm } from './RuleForm.tsx'
import { MEANINGS } from '../meanings.ts'
import { allRulesText } from './WhenItActs.tsx'
import { operatorText } from './titles.ts'
import * as css from './wizard.css.ts'
import { useWizard } from './useWizard.ts'

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
