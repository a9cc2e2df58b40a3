import { useState, useEffect } from 'react'
import type { ActorInfo } from '#src/lib/inspection/actors.ts'
import { activeIds, stateValueOf, type MachineGraph, type StateShape } from '#src/lib/inspection/graph.ts'
import { scrub } from '#src/lib/inspection/scrub.ts'
import { Switch } from '#src/ui/controls/Switch.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { Spinner } from '#src/ui/feedback/Spinner.tsx'
import { StateChart } from '../chart/StateChart.tsx'
import { stack } from '../inspector.css.ts'
import { actorState } from './ActorList.tsx'
import { transitionText, type ChartLayout, computeLayout } from '#src/features/inspector/chart/layout.ts'
import Elk from 'elkjs/lib/elk-api'
import type { ELK } from 'elkjs/lib/elk-api'
import workerUrl from 'elkjs/lib/elk-worker.min.js?url'

interface UrlPolicy {
  createScriptURL(url: string): string
}
interface PolicyFactory {
  createPolicy(name: string, rules: UrlPolicy): UrlPolicy
}
const hasPolicies = (scope: object): scope is { readonly trustedTypes: PolicyFactory } => 'trustedTypes' in scope

/** Trusted Types policy that allows only the layout worker's URL. */
function trustedWorkerUrl(url: string): string {
  const page: object = globalThis
  if (!hasPolicies(page)) return url
  const policy = page.trustedTypes.createPolicy('pairbot-layout', {
    createScriptURL: (requested) => {
      if (requested === workerUrl) return requested
      throw new TypeError('No other script is started here')
    },
  })
  return policy.createScriptURL(url)
}

let engine: ELK | undefined

/** The layout engine in its own worker, created on first use. */
function layoutEngine(): ELK {
  engine ??= new Elk({ workerFactory: () => new Worker(trustedWorkerUrl(workerUrl)) })
  return engine
}

type LayoutState =
  | { readonly kind: 'working' }
  | { readonly kind: 'ready'; readonly layout: ChartLayout }
  | { readonly kind: 'failed'; readonly text: string }

const cache = new WeakMap<MachineGraph, ChartLayout>()
const WORKING: LayoutState = { kind: 'working' }

/** Layout of a chart, computed once per machine: a state change only affects colours. */
function useLayout(graph: MachineGraph): LayoutState {
  const [state, setState] = useState<{ readonly graph: MachineGraph; readonly state: LayoutState }>()
  const cached = cache.get(graph)
  useEffect(() => {
    if (cache.has(graph)) return undefined
    let isCurrent = true
    const show = (next: LayoutState) => {
      if (isCurrent) setState({ graph: graph, state: next })
    }
    computeLayout(layoutEngine(), graph).then(
      (layout) => {
        cache.set(graph, layout)
        return show({ kind: 'ready', layout })
      },
      (error: unknown) => show({ kind: 'failed', text: String(error) }),
    )
    return () => {
      isCurrent = false
    }
  }, [graph])
  if (cached !== undefined) return { kind: 'ready', layout: cached }
  return state?.graph === graph ? state.state : WORKING
}

/** The chart as nested lists, for screen readers and for searching. */
function ChartText({ graph, active }: { readonly graph: MachineGraph; readonly active: ReadonlySet<string> }) {
  const list = (states: readonly StateShape[]) => (
    <ul>
      {states.map((state) => {
        const children = graph.states.filter(({ parent }) => parent === state.id)
        const transitions = graph.transitions.filter(({ source }) => source === state.id)
        return (
          <li key={state.id}>
            {active.has(state.id) ? <strong>{state.key} (active)</strong> : state.key}
            {transitions.length === 0 ? null : (
              <ul aria-label={`Transitions of ${state.key}`}>
                {transitions.map((transition) => (
                  <li key={transition.id}>
                    {transitionText(transition)}
                    {transition.targets.length === 0 ? '' : ` → ${transition.targets.join(', ')}`}
                  </li>
                ))}
              </ul>
            )}
            {children.length === 0 ? null : list(children)}
          </li>
        )
      })}
    </ul>
  )
  return list(graph.states.filter(({ parent }) => parent === undefined))
}

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
