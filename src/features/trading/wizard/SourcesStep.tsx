import { useRef, useState } from 'react'
import { STRATEGY } from '#contract/limits.ts'
import type { SourceAvailability } from '#contract/strategies/availability.ts'
import {
  CATALOGUE_CATEGORIES,
  CATALOGUE_GROUPS,
  type CatalogueCategory,
  type CatalogueGroup,
  type CatalogueStream,
  selectableTimeframes,
  shortSourceName,
} from '#contract/strategies/catalogue.ts'
import type { Timeframe } from '#contract/timeframes.ts'
import { type DraftSource, draftSourceName, sourcesOn } from '#src/machines/wizard/draft.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Slider } from '#src/ui/controls/Slider.tsx'
import { MultiToggleGroup, ToggleGroup, type ToggleOption } from '#src/ui/controls/ToggleGroup.tsx'
import { KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { SOURCE_TYPE_NAMES } from '../names.ts'
import { availabilityText, useAvailability } from './availability.ts'
import { weightText } from './titles.ts'
import { useWizard } from './useWizard.ts'
import * as css from './wizard.css.ts'

/** Adds or removes the source on a stream that covers several timeframes. */
function AddButton({ stream }: { readonly stream: CatalogueStream }) {
  const { snapshot, commands, can } = useWizard()
  const [source, ...others] = sourcesOn(snapshot.context.draft, stream.id)
  if (others.length > 0) return null
  const [toggle, id] = source ? (['removeSource', source.id] as const) : (['addSource', stream.id] as const)
  return (
    <Button
      size="small"
      aria-label={`${source ? 'Remove' : 'Add'} ${stream.name}`}
      disabled={!can[toggle](id)}
      onClick={() => commands[toggle](id)}
    >
      {source ? 'Remove' : 'Add'}
    </Button>
  )
}

/** The timeframes to choose from; each belongs to the stream that has it. */
function TimeframeChips({ group: { name, streams } }: { readonly group: CatalogueGroup }) {
  const { snapshot, commands, can } = useWizard()
  const { sources } = snapshot.context.draft
  const choices = streams.flatMap((stream) => selectableTimeframes(stream).map((timeframe) => ({ stream, timeframe })))
  if (choices.length === 0)
    return <p className={layout.quiet}>All timeframes together: {streams[0]?.timeframes.join(', ')}</p>
  const streamOf = (timeframe: Timeframe) => choices.find((choice) => choice.timeframe === timeframe)?.stream
  return (
    <MultiToggleGroup
      label={`Timeframes of ${shortSourceName(name)}`}
      options={choices.map(({ stream, timeframe }) => ({
        id: timeframe,
        label: timeframe,
        disabled: !can.toggleTimeframe(stream.id, timeframe),
      }))}
      values={choices.flatMap(({ stream, timeframe }) =>
        sources.some((source) => source.stream.id === stream.id && source.timeframes.includes(timeframe))
          ? [timeframe]
          : [],
      )}
      onToggle={(timeframe) => {
        const stream = streamOf(timeframe)
        if (stream) commands.toggleTimeframe(stream.id, timeframe)
      }}
    />
  )
}

interface StreamGroupProps {
  readonly group: CatalogueGroup
  readonly availability: ReadonlyMap<string, SourceAvailability>
}

/** Streams that differ in their timeframe only: timeframes to choose from, and details. */
function StreamGroup({ group, availability }: StreamGroupProps) {
  const { snapshot } = useWizard()
  const { name, description, category, streams } = group
  const [first, ...others] = streams
  if (!first) return null
  const isSingle = others.length === 0
  const read = streams.map(({ id }) => sourcesOn(snapshot.context.draft, id))
  const availabilityOf = (id: string) => availability.get(sourcesOn(snapshot.context.draft, id)[0]?.id ?? id)
  return (
    <li className={css.item} data-selected={read.some((sources) => sources.length > 0)}>
      <div className={css.itemHeader}>
        <span className={css.itemName}>{name}</span>
        {isSingle ? <AddButton stream={first} /> : null}
      </div>
      <TimeframeChips group={group} />
      <p className={layout.quiet}>
        {category}. {isSingle ? availabilityText(availabilityOf(first.id)) : 'One source per timeframe.'}
      </p>
      {read.some((sources) => sources.length > 1) ? (
        <p className={layout.quiet}>Several selected sources read the same stream. They keep their timeframes.</p>
      ) : null}
      <details className={css.details}>
        <summary className={css.summary}>Details</summary>
        <p>{description}</p>
        <KeyValueList
          items={[
            ...(isSingle ? [{ label: 'Stream', value: first.id, mono: true }] : []),
            { label: 'Source type', value: SOURCE_TYPE_NAMES[first.sourceType] },
            { label: 'Timeframes', value: streams.flatMap(({ timeframes }) => timeframes).join(', ') },
          ]}
        />
        {isSingle
          ? null
          : streams.map(({ id, timeframes }) => (
              <p key={id}>
                {timeframes[0]}: {availabilityText(availabilityOf(id))}
              </p>
            ))}
      </details>
    </li>
  )
}

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
