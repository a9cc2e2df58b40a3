import { useRef, useState } from 'react'
import { STRATEGY } from '#contract/limits.ts'
import type { SourceAvailability } from '#contract/strategies/availability.ts'
import { CATALOGUE_CATEGORIES, CATALOGUE_GROUPS, type CatalogueCategory } from '#contract/strategies/catalogue.ts'
import { type DraftSource, draftSourceName } from '#src/machines/wizard/draft.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Slider } from '#src/ui/controls/Slider.tsx'
import { ToggleGroup, type ToggleOption } from '#src/ui/controls/ToggleGroup.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { StreamGroup } from './StreamGroup.tsx'
import { availabilityText, useAvailability } from './availability.ts'
import { weightText } from './titles.ts'
import { useWizard } from './useWizard.ts'
import * as css from './wizard.css.ts'

interface SelectedSourceProps {
  readonly source: DraftSource
  readonly availability: SourceAvailability | undefined
  readonly onRemoved: () => void
}

/** A source of the draft, with its weight. */
function SelectedSource({ source, availability, onRemoved }: SelectedSourceProps) {
  const { commands } = useWizard()
  const { id } = source
  const name = draftSourceName(source)
  const remove = () => {
    commands.removeSource(id)
    onRemoved()
  }
  return (
    <li className={css.item} aria-label={name}>
      <div className={css.itemHeader}>
        <span className={css.itemName}>{name}</span>
        <Button size="small" variant="ghost" aria-label={`Remove ${name}`} onClick={remove}>
          Remove
        </Button>
      </div>
      <p className={layout.quiet}>{availabilityText(availability)}</p>
      <Slider
        label="Weight"
        min={STRATEGY.weight.min}
        max={STRATEGY.weight.max}
        step={STRATEGY.weight.step}
        value={source.weight}
        format={weightText}
        onChange={(weight) => commands.setWeight(id, weight)}
      />
    </li>
  )
}

const ALL = 'All'
type Filter = CatalogueCategory | typeof ALL
const FILTERS: readonly ToggleOption<Filter>[] = ([ALL, ...CATALOGUE_CATEGORIES] as const).map((id) => ({
  id,
  label: id,
}))

/** Step 2. */
export function SourcesStep() {
  const { snapshot } = useWizard()
  const availability = useAvailability()
  const [category, setCategory] = useState<Filter>(ALL)
  const selectedTitle = useRef<HTMLHeadingElement>(null)
  const { draft, removedRules } = snapshot.context
  const shown = CATALOGUE_GROUPS.filter((group) => category === ALL || group.category === category)
  return (
    <div className={css.stack}>
      {removedRules.length === 0 ? null : (
        <Alert tone="warning">Rules without a source left were removed: {removedRules.join(', ')}</Alert>
      )}
      <div className={css.panels}>
        <section className={css.selection}>
          <h4 className={css.panelTitle} ref={selectedTitle} tabIndex={-1}>
            Selected sources ({draft.sources.length})
          </h4>
          <p className={layout.quiet}>
            {draft.sources.length === 0
              ? 'None yet. Add streams from the list.'
              : 'The next step combines them by rules, and all rules must be met.'}
          </p>
          <ul className={layout.stack[2]}>
            {draft.sources.map((source) => (
              <SelectedSource
                key={source.id}
                source={source}
                availability={availability.get(source.id)}
                onRemoved={() => selectedTitle.current?.focus({ preventScroll: true })}
              />
            ))}
          </ul>
        </section>
        <section className={css.stack}>
          <h4 className={css.panelTitle}>Available streams</h4>
          <ToggleGroup label="Category" options={FILTERS} value={category} onChange={setCategory} />
          <ul className={layout.stack[2]}>
            {shown.map((group) => (
              <StreamGroup key={group.name} group={group} availability={availability} />
            ))}
          </ul>
        </section>
      </div>
    </div>
  )
}
