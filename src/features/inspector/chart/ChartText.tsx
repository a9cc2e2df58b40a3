import type { MachineGraph, StateShape } from '#src/lib/inspection/graph.ts'
import { transitionText } from './layout.ts'

/** The chart as nested lists, for screen readers and for searching. */
export function ChartText({ graph, active }: { readonly graph: MachineGraph; readonly active: ReadonlySet<string> }) {
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
