import { draftSourceName } from '#src/machines/wizard/draft.ts'
import { KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import { formatPercent } from '#src/ui/format/number.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import { useAvailability } from './availability.ts'
import * as css from './wizard.css.ts'
import { useWizard } from './useWizard.ts'

/** That all rules must be met. */
export const allRulesText = (rules: number): string =>
  rules > 1
    ? `A BUY or SELL needs all ${rules} rules to be met on the same side.`
    : 'A BUY or SELL needs every rule to be met on the same side.'

/** What it takes for the strategy to act: all rules, and how much of the time its sources count. */
export function WhenItActs() {
  const { draft } = useWizard().snapshot.context
  const availability = useAvailability()
  return (
    <section className={css.section} aria-label="When it acts">
      <h4 className={css.panelTitle}>When it acts</h4>
      <p className={layout.quiet}>{allRulesText(draft.rules.length)} Each source counted this much of the last day:</p>
      <KeyValueList
        items={draft.sources.map((source) => ({
          label: draftSourceName(source),
          value: formatPercent(availability.get(source.id)?.counted),
        }))}
      />
    </section>
  )
}
