import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Inspected } from '#src/app/services.ts'
import { useAddressChange } from '#src/app/use-address.ts'
import type { FeedStats, ObservableStats } from '#src/streams/index.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { Tabs } from '#src/ui/controls/Tabs.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { formatNumber } from '#src/ui/format/number.ts'
import { formatAge } from '#src/ui/format/time.ts'
import { useNow } from '#src/ui/format/useNow.ts'
import { Table } from '#src/ui/table/Table.tsx'
import { stack } from './inspector.css.ts'
import { Timeline } from './Timeline.tsx'
import { MachinesPanel, type Playback } from './machine/MachinesPanel.tsx'

const SECOND_MS = 1_000

interface Sample {
  readonly at: number
  readonly flows: readonly ObservableStats[]
  readonly feeds: readonly FeedStats[]
}

/** Two samples a second apart, for rates; on the clock of what is inspected. */
function useSamples(inspected: Pick<Inspected, 'flows' | 'feeds'>): { readonly now: Sample; readonly before: Sample } {
  const at = useNow()
  const [samples, setSamples] = useState(() => {
    const first: Sample = { at, flows: inspected.flows(), feeds: inspected.feeds() }
    return { now: first, before: first }
  })
  if (Math.abs(at - samples.now.at) >= SECOND_MS) {
    setSamples({ now: { at, flows: inspected.flows(), feeds: inspected.feeds() }, before: samples.now })
  }
  return samples
}

const perSecond = (now: number, before: number | undefined, ms: number): string =>
  ms <= 0 || before === undefined ? 'counting' : formatNumber(((now - before) * SECOND_MS) / ms, 1)

/** Throughput of each observable and each socket, and when what came. */
function StreamsPanel({ inspected }: { readonly inspected: Inspected }) {
  const { now, before } = useSamples(inspected)
  const ms = now.at - before.at
  const flowBefore = new Map(before.flows.map((flow) => [flow.name, flow.values]))
  const feedBefore = new Map(before.feeds.map(({ feed, messages }) => [feed, messages]))
  return (
    <div className={stack}>
      <Timeline inspected={inspected} />
      <Card title="Sockets" headingLevel={2} flush>
        <Table
          caption="Sockets"
          rows={now.feeds}
          rowKey={({ feed }) => feed}
          empty="No socket"
          columns={[
            { id: 'feed', header: 'Socket', cell: ({ feed }) => feed },
            { id: 'frames', header: 'Frames', numeric: true, cell: ({ frames }) => formatNumber(frames) },
            { id: 'messages', header: 'Messages', numeric: true, cell: ({ messages }) => formatNumber(messages) },
            {
              id: 'rate',
              header: 'Messages per second',
              numeric: true,
              cell: ({ feed, messages }) => perSecond(messages, feedBefore.get(feed), ms),
            },
            { id: 'rejects', header: 'Rejected', numeric: true, cell: ({ rejects }) => formatNumber(rejects) },
            { id: 'drops', header: 'Duplicates dropped', numeric: true, cell: ({ drops }) => formatNumber(drops) },
          ]}
        />
      </Card>
      <Card title="Observables" headingLevel={2} flush>
        <Table
          caption="Observables"
          rows={now.flows}
          rowKey={({ name }) => name}
          empty="No observables yet"
          columns={[
            { id: 'name', header: 'Observable', cell: ({ name }) => name },
            { id: 'subscribers', header: 'Subscribers', numeric: true, cell: ({ subscribers }) => subscribers },
            { id: 'values', header: 'Values', numeric: true, cell: ({ values }) => formatNumber(values) },
            {
              id: 'rate',
              header: 'Values per second',
              numeric: true,
              cell: ({ name, values }) => perSecond(values, flowBefore.get(name), ms),
            },
            {
              id: 'age',
              header: 'Age of the last',
              numeric: true,
              cell: ({ lastAt }) => (lastAt === undefined ? 'none yet' : formatAge(now.at - lastAt)),
            },
          ]}
        />
      </Card>
    </div>
  )
}

const PANELS = ['machines', 'streams', 'recording'] as const
type Panel = (typeof PANELS)[number]

interface InspectorSearch {
  readonly inspector?: Panel | undefined
  readonly actor?: string | undefined
}

export interface InspectorPanelsProps {
  readonly inspected: Inspected | undefined
  readonly playback?: Playback | undefined
  /** What stands in for the panels while nothing is inspected. */
  readonly empty?: ReactNode
  /** Saves and opens recordings; absent where neither is possible. */
  readonly recording?: ReactNode
}

/** The panel and the actor in the address, on whichever page the inspector is. */
function useInspectorAddress() {
  const panel = useSearch({
    strict: false,
    select: ({ inspector }: Record<string, unknown>) => PANELS.find((each) => each === inspector),
  })
  const actor = useSearch({
    strict: false,
    select: ({ actor }: Record<string, unknown>) => (typeof actor === 'string' ? actor : undefined),
  })
  const { replace } = useAddressChange<InspectorSearch>()
  return {
    panel: panel ?? 'machines',
    actor,
    showPanel: (inspector: Panel) => replace({ inspector }),
    showActor: (key: string) => replace({ inspector: 'machines', actor: key }),
  }
}

/** Machines, streams and the session recording of what is inspected. */
export function InspectorPanels({ inspected, playback, empty, recording }: InspectorPanelsProps) {
  const { panel, actor, showPanel, showActor } = useInspectorAddress()
  return (
    <Tabs<Panel>
      label="Inspector"
      value={recording === undefined && panel === 'recording' ? 'machines' : panel}
      onChange={showPanel}
      items={[
        {
          id: 'machines',
          label: 'Machines',
          content:
            inspected === undefined ? (
              empty
            ) : (
              <MachinesPanel trail={inspected.trail} playback={playback} selected={actor} onSelect={showActor} />
            ),
        },
        {
          id: 'streams',
          label: 'Streams',
          content: inspected === undefined ? empty : <StreamsPanel inspected={inspected} />,
        },
        ...(recording === undefined ? [] : [{ id: 'recording' as const, label: 'Recording', content: recording }]),
      ]}
    />
  )
}

/** Says that this browser does not record, and turns it on. */
export const RecordingOff = ({ onTurnOn }: { readonly onTurnOn: () => void }) => (
  <EmptyState title="Recording is off in this browser" action={<Button onClick={onTurnOn}>Turn recording on</Button>}>
    The page reloads and then records its machines and streams, in this browser only.
  </EmptyState>
)
