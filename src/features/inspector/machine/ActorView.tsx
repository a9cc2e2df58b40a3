import { ReactFlowProvider } from '@xyflow/react'
import Elk from 'elkjs/lib/elk-api'
import type { ELK } from 'elkjs/lib/elk-api'
import workerUrl from 'elkjs/lib/elk-worker.min.js?url'
import { useEffect, useMemo, useState } from 'react'
import { collapseStates, type MachineGraph, type StateShape } from '#src/lib/inspection/graph.ts'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { Spinner } from '#src/ui/feedback/Spinner.tsx'
import { computeLayout, transitionText, type ChartLayout } from '../chart/layout.ts'
import { StateChart, type ChartMoment } from '../chart/StateChart.tsx'
import { PANE } from './list-keys.ts'
import { chartPane } from '../inspector.css.ts'

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

interface LaidOut {
  readonly graph: MachineGraph
  readonly layout: ChartLayout
}

/**
 * A chart with its layout: of the last graph until that of the next is ready, so that nothing disappears. A state change only
 * affects colours and needs no new one.
 */
function useLayout(graph: MachineGraph): LaidOut | { readonly error: string } | undefined {
  const [result, setResult] = useState<LaidOut | { readonly error: string }>()
  useEffect(() => {
    let isCurrent = true
    computeLayout(layoutEngine(), graph).then(
      (layout) => (isCurrent ? setResult({ graph, layout }) : undefined),
      (error: unknown) => (isCurrent ? setResult({ error: String(error) }) : undefined),
    )
    return () => {
      isCurrent = false
    }
  }, [graph])
  return result
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

/** Larger charts open with the states collapsed that have not been active. */
const LARGE = 20

/** The states whose inside is hidden: those chosen, otherwise in a large chart those that were never active. */
function useCollapsed(graph: MachineGraph, active: ReadonlySet<string>) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [hidesInactive, setHidesInactive] = useState(graph.states.length > LARGE)
  const [seen, setSeen] = useState(active)
  if (![...active].every((id) => seen.has(id))) setSeen(new Set([...seen, ...active]))
  const collapsed = useMemo(() => {
    const outer = new Set(graph.states.flatMap(({ parent }) => parent ?? []))
    return new Set([...outer].filter((id) => chosen.get(id) ?? (hidesInactive && !seen.has(id))))
  }, [graph, chosen, hidesInactive, seen])
  return {
    collapsed,
    toggle: (id: string) => setChosen(new Map([...chosen, [id, !collapsed.has(id)]])),
    toggleAll: () => {
      setChosen(new Map())
      setSeen(active)
      setHidesInactive(collapsed.size === 0)
    },
  }
}

export interface ActorViewProps {
  readonly name: string
  readonly graph: MachineGraph
  readonly moment: ChartMoment
}

/** Statechart of an actor, in pictures and in words. */
export function ActorView({ name, graph, moment }: ActorViewProps) {
  const { collapsed, toggle, toggleAll } = useCollapsed(graph, moment.active)
  const drawn = useLayout(useMemo(() => collapseStates(graph, collapsed), [graph, collapsed]))
  return (
    <div className={chartPane} {...PANE}>
      {drawn === undefined ? (
        <Spinner label="Drawing the statechart" />
      ) : 'error' in drawn ? (
        <Alert tone="danger">{`The chart could not be drawn: ${drawn.error}`}</Alert>
      ) : (
        <ReactFlowProvider>
          <StateChart {...{ name, moment, collapsed, ...drawn }} onToggle={toggle} onToggleAll={toggleAll} />
        </ReactFlowProvider>
      )}
      <details>
        <summary>Chart as text</summary>
        <ChartText graph={graph} active={moment.active} />
      </details>
    </div>
  )
}
