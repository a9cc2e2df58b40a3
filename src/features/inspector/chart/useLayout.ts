import Elk from 'elkjs/lib/elk-api'
import type { ELK } from 'elkjs/lib/elk-api'
import workerUrl from 'elkjs/lib/elk-worker.min.js?url'
import { useEffect, useState } from 'react'
import type { MachineGraph } from '#src/lib/inspection/graph.ts'
import { type ChartLayout, computeLayout } from './layout.ts'

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
