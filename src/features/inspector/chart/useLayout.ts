import { useEffect, useState } from 'react'
import type { MachineGraph } from '#src/machines/inspection/graph.ts'
import { layoutEngine } from './elk.ts'
import { layOut, type ChartLayout } from './layout.ts'

export type LayoutState =
  | { readonly kind: 'working' }
  | { readonly kind: 'ready'; readonly layout: ChartLayout }
  | { readonly kind: 'failed'; readonly text: string }

const done = new WeakMap<MachineGraph, ChartLayout>()
const WORKING: LayoutState = { kind: 'working' }

/** The chart's layout, once per machine: states only change its colours. */
export function useLayout(graph: MachineGraph): LayoutState {
  const [state, setState] = useState<{ readonly of: MachineGraph; readonly state: LayoutState }>()
  const known = done.get(graph)
  useEffect(() => {
    if (done.has(graph)) return undefined
    let isWanted = true
    const show = (next: LayoutState) => {
      if (isWanted) setState({ of: graph, state: next })
    }
    layOut(layoutEngine(), graph).then(
      (layout) => {
        done.set(graph, layout)
        return show({ kind: 'ready', layout })
      },
      (error: unknown) => show({ kind: 'failed', text: String(error) }),
    )
    return () => {
      isWanted = false
    }
  }, [graph])
  if (known !== undefined) return { kind: 'ready', layout: known }
  return state?.of === graph ? state.state : WORKING
}
