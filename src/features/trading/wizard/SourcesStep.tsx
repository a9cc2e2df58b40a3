import { useRef, useState } from 'react'
import { STRATEGY } from '#contract/limits.ts'
import { CATALOGUE, CATALOGUE_CATEGORIES } from '#contract/strategies/catalogue.ts'
import type { CatalogueCategory, CatalogueStream } from '#contract/strategies/catalogue.ts'
import { hasSource, type DraftSource } from '#src/machines/wizard/draft.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Slider } from '#src/ui/controls/Slider.tsx'
import { ToggleGroup, type ToggleOption } from '#src/ui/controls/ToggleGroup.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import { SOURCE_TYPE_NAMES } from '../names.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import * as css from './wizard.css.ts'
import { useWizard } from './useWizard.ts'

const ALL = 'All'
type Filter = CatalogueCategory | typeof ALL
const FILTERS: readonly ToggleOption<Filter>[] = ([ALL, ...CATALOGUE_CATEGORIES] as const).map((id) => ({
  id,
  label: id,
}))

function SelectedSource({ source, onRemoved }: { readonly source: DraftSource; readonly onRemoved: () => void }) {
  const { commands } = useWizard()
  const { id, name } = source.stream
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
      <Slider
        label="Weight"
        min={STRATEGY.weight.min}
        max={STRATEGY.weight.max}
        step={STRATEGY.weight.step}
        value={source.weight}
        format={(weight) => weight.toFixed(1)}
        onChange={(weight) => commands.setWeight(id, weight)}
      />
    </li>
  )
}

function AvailableStream({ stream }: { readonly stream: CatalogueStream }) {
  const { snapshot, commands, can } = useWizard()
  const { id, name, description, category, timeframes, sourceType } = stream
  const isSelected = hasSource(snapshot.context.draft, id)
  const toggle = isSelected ? 'removeSource' : 'addSource'
  return (
    <li className={css.item} data-selected={isSelected}>
      <div className={css.itemHeader}>
        <span className={css.itemName}>{name}</span>
        <Button
          size="small"
          aria-label={`${isSelected ? 'Remove' : 'Add'} ${name}`}
          disabled={!can[toggle](id)}
          onClick={() => commands[toggle](id)}
        >
          {isSelected ? 'Remove' : 'Add'}
        </Button>
      </div>
      <p className={layout.quiet}>
        {category} · {timeframes.join(', ')}
      </p>
      <details className={css.details}>
        <summary className={css.summary}>Details</summary>
        <p>{description}</p>
        <KeyValueList
          items={[
            { label: 'Stream', value: id, mono: true },
            { label: 'Source type', value: SOURCE_TYPE_NAMES[sourceType] },
            { label: 'Timeframes', value: timeframes.join(', ') },
          ]}
        />
      </details>
    </li>
  )
}

/** Step 2. */
export function SourcesStep() {
  const { snapshot } = useWizard()
  const [category, setCategory] = useState<Filter>(ALL)
  const selectedTitle = useRef<HTMLHeadingElement>(null)
  const { draft, removedRules: lostRules } = snapshot.context
  const shown = CATALOGUE.filter((stream) => category === ALL || stream.category === category)
  return (
    <div className={css.stack}>
      {lostRules.length === 0 ? null : (
        <Alert tone="warning">Rules without a source left were removed: {lostRules.join(', ')}</Alert>
      )}
      <div className={css.panels}>
        <section className={css.selection}>
          <h4 className={css.panelTitle} ref={selectedTitle} tabIndex={-1}>
            Selected sources ({draft.sources.length})
          </h4>
          {draft.sources.length === 0 ? <p className={layout.quiet}>None yet. Add streams from the list.</p> : null}
          <ul className={layout.stack[2]}>
            {draft.sources.map((source) => (
              <SelectedSource
                key={source.stream.id}
                source={source}
                onRemoved={() => selectedTitle.current?.focus({ preventScroll: true })}
              />
            ))}
          </ul>
        </section>
        <section className={css.stack}>
          <h4 className={css.panelTitle}>Available streams</h4>
          <ToggleGroup label="Category" options={FILTERS} value={category} onChange={setCategory} />
          <ul className={layout.stack[2]}>
            {shown.map((stream) => (
              <AvailableStream key={stream.id} stream={stream} />
            ))}
          </ul>
        </section>
      </div>
    </div>
  )
}
