import { STRATEGY } from '#contract/limits.ts'
import type { SourceAvailability } from '#contract/strategies/availability.ts'
import { draftSourceName, type DraftSource } from '#src/machines/wizard/draft.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Slider } from '#src/ui/controls/Slider.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { availabilityText } from './availability.ts'
import { weightText } from './titles.ts'
import * as css from './wizard.css.ts'
import { useWizard } from './useWizard.ts'

interface SelectedSourceProps {
  readonly source: DraftSource
  readonly availability: SourceAvailability | undefined
  readonly onRemoved: () => void
}

/** A source of the draft, with its weight. */
export function SelectedSource({ source, availability, onRemoved }: SelectedSourceProps) {
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
