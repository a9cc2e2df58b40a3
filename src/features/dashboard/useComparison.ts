import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import * as z from 'zod/mini'
import { comparisonMessageSchema } from '#contract/comparison.ts'

/** Longest wait for the vendor's chart once our own page around it is there, in milliseconds. */
const LOAD_TIMEOUT_MS = 15_000

export type ComparisonState = 'loading' | 'loaded' | 'failed'

export interface Comparison {
  readonly state: ComparisonState
  /** A new number is a new frame. */
  readonly attempt: number
  readonly frame: RefObject<HTMLIFrameElement | null>
  readonly onFrameLoad: () => void
  readonly retry: () => void
}

/** Follows the frame of the comparison chart: it tells how it fares, and silence counts as failure. */
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
