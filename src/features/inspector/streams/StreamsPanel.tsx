import { useEffect, useState } from 'react'
import type { Inspection } from '#src/app/services.ts'
import type { FeedStats, ObservableStats } from '#src/streams/index.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { Table } from '#src/ui/table/Table.tsx'
import { formatAge } from '#src/ui/format/time.ts'
import { formatNumber } from '#src/ui/format/number.ts'
import { stack } from '../inspector.css.ts'

const SECOND_MS = 1_000

interface Sample {
  readonly at: number
  readonly flows: readonly ObservableStats[]
  readonly feeds: readonly FeedStats[]
}

/** Two samples a second apart, for rates. */
function useSamples(inspection: Pick<Inspection, 'flows' | 'feeds'>): {
  readonly now: Sample
  readonly before: Sample
} {
  const takeSample = (): Sample => ({ at: Date.now(), flows: inspection.flows(), feeds: inspection.feeds() })
  const [samples, setSamples] = useState(() => {
    const first = takeSample()
    return { now: first, before: first }
  })
  useEffect(() => {
    const timer = setInterval(() => {
      const next: Sample = { at: Date.now(), flows: inspection.flows(), feeds: inspection.feeds() }
      setSamples(({ now }) => ({ now: next, before: now }))
    }, SECOND_MS)
    return () => clearInterval(timer)
  }, [inspection])
  return samples
}

const perSecond = (now: number, before: number | undefined, ms: number): string =>
  ms <= 0 || before === undefined ? 'counting' : formatNumber(((now - before) * SECOND_MS) / ms, 1)

/** Throughput of each observable and each socket. */
export function StreamsPanel({ inspection }: { readonly inspection: Pick<Inspection, 'flows' | 'feeds'> }) {
  const { now, before } = useSamples(inspection)
  const ms = now.at - before.at
  const flowBefore = new Map(before.flows.map((flow) => [flow.name, flow.values]))
  const feedBefore = new Map(before.feeds.map(({ feed, messages }) => [feed, messages]))
  return (
    <div className={stack}>
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
