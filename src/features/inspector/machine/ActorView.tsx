import { useState } from 'react'
import type { ActorInfo } from '#src/lib/inspection/actors.ts'
import { activeIds, stateValueOf, type MachineGraph } from '#src/lib/inspection/graph.ts'
import { scrub } from '#src/lib/inspection/scrub.ts'
import { Switch } from '#src/ui/controls/Switch.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { Spinner } from '#src/ui/feedback/Spinner.tsx'
import { ChartText } from '../chart/ChartText.tsx'
import { StateChart } from '../chart/StateChart.tsx'
import { useLayout } from '../chart/useLayout.ts'
import { stack } from '../inspector.css.ts'
import { actorState } from './ActorList.tsx'

function Chart({
  actor,
  graph,
  taken,
}: {
  readonly actor: ActorInfo
  readonly graph: MachineGraph
  readonly taken: ReadonlyMap<string, number>
}) {
  const layout = useLayout(graph)
  const [fitToView, setFitToView] = useState(true)
  const value = stateValueOf(actor.ref?.getSnapshot())
  const active = new Set(actor.machine === undefined || value === undefined ? [] : activeIds(actor.machine.root, value))
  return (
    <div className={stack}>
      <Switch label="Whole chart" checked={fitToView} onChange={setFitToView} />
      {layout.kind === 'working' ? <Spinner label="Drawing the statechart" /> : null}
      {layout.kind === 'failed' ? <Alert tone="danger">{`The chart could not be drawn: ${layout.text}`}</Alert> : null}
      {layout.kind === 'ready' ? (
        <StateChart
          name={actor.name}
          value={actorState(actor)}
          graph={graph}
          layout={layout.layout}
          active={active}
          taken={new Set(taken.keys())}
          fitToView={fitToView}
        />
      ) : null}
      <details>
        <summary>Chart as text</summary>
        <ChartText graph={graph} active={active} />
      </details>
    </div>
  )
}

export interface ActorViewProps {
  readonly actor: ActorInfo | undefined
  readonly graph: MachineGraph | undefined
  readonly taken: ReadonlyMap<string, number>
}

/** Statechart of the selected actor, or why it has none. */
export function ActorView({ actor, graph, taken }: ActorViewProps) {
  if (actor === undefined) return <EmptyState title="Select an actor to see its statechart" />
  if (graph === undefined) {
    return (
      <EmptyState title={`${actor.name} is not a state machine`}>Promises and callbacks have no statechart.</EmptyState>
    )
  }
  return <Chart actor={actor} graph={graph} taken={taken} />
}

/** Context of a running machine, without secrets. */
export const scrubbedContext = ({ ref }: ActorInfo) => {
  const snapshot: unknown = ref?.getSnapshot()
  return typeof snapshot === 'object' && snapshot !== null && 'context' in snapshot
    ? scrub(snapshot.context)
    : undefined
}
