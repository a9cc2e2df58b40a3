import type { SourceAvailability } from '#contract/strategies/availability.ts'
import {
  selectableTimeframes,
  shortSourceName,
  type CatalogueGroup,
  type CatalogueStream,
} from '#contract/strategies/catalogue.ts'
import type { Timeframe } from '#contract/timeframes.ts'
import { sourcesOn } from '#src/machines/wizard/draft.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { MultiToggleGroup } from '#src/ui/controls/ToggleGroup.tsx'
import { KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { SOURCE_TYPE_NAMES } from '../names.ts'
import { availabilityText } from './availability.ts'
import * as css from './wizard.css.ts'
import { useWizard } from './useWizard.ts'

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
export function StreamGroup({ group, availability }: StreamGroupProps) {
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
