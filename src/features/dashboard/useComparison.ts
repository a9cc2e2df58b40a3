import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import * as z from 'zod/mini'
import { comparisonMessageSchema } from '#contract/comparison.ts'

/** How long the vendor's chart may take after its page has loaded, in ms. */
const LOAD_TIMEOUT_MS = 15_000

export type ComparisonState = 'loading' | 'loaded' | 'failed'

export interface Comparison {
  readonly state: ComparisonState
  /** Changes with every retry; used as the frame's key. */
  readonly attempt: number
  readonly frame: RefObject<HTMLIFrameElement | null>
  readonly onFrameLoad: () => void
  readonly retry: () => void
}

/** State of the comparison chart as its frame reports it; no report in time counts as failure. */
export function useComparison(): Comparison {
  const frame = useRef<HTMLIFrameElement>(null)
  const [attempt, setAttempt] = useState(1)
  const [state, setState] = useState<ComparisonState>('loading')
  const [isWaiting, setIsWaiting] = useState(false)

  useEffect(() => {
    function listen({ source, data }: MessageEvent<unknown>) {
      if (source === null || source !== frame.current?.contentWindow) return
      const message = z.safeParse(comparisonMessageSchema, data)
      if (message.success) setState(message.data.type === 'comparison.loaded' ? 'loaded' : 'failed')
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [])

  useEffect(() => {
    if (!isWaiting || state !== 'loading') return undefined
    const timer = setTimeout(() => setState('failed'), LOAD_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [isWaiting, state])

  return {
    state,
    attempt,
    frame,
    onFrameLoad: () => setIsWaiting(true),
    retry: () => {
      setAttempt(attempt + 1)
      setIsWaiting(false)
      setState('loading')
    },
  }
}
