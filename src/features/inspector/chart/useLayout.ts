import { useEffect, useState } from 'react'
import type { MachineGraph } from '#src/lib/inspection/graph.ts'
import { layoutEngine } from './elk.ts'
import { computeLayout, type ChartLayout } from './layout.ts'

export type LayoutState =
  | { readonly kind: 'working' }
  | { readonly kind: 'ready'; readonly layout: ChartLayout }
  | { readonly kind: 'failed'; readonly text: string }

const cache = new WeakMap<MachineGraph, ChartLayout>()
const WORKING: LayoutState = { kind: 'working' }

/** Layout of a chart, computed once per machine: a state change only affects colours. */
export function useLayout(graph: MachineGraph): LayoutState {
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
