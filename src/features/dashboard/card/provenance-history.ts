import { useEffect, useState } from 'react'
import type { MessageMetadata } from './trust.ts'

/** The way of the newest message, and when it was first painted (unix ms, wall time); undefined until then. */
interface Step {
  readonly origin: MessageMetadata
  readonly paintedAt: number | undefined
}

/** Tells whoever looks, at no cost to others. */
export interface Trail {
  readonly get: () => Step
  readonly subscribe: (listener: () => void) => () => void
}

/** What else changes about its stream is no new message. */
const messageOf = ({ key, messageId, receivedAt }: MessageMetadata): string => `${key} ${messageId ?? ''} ${receivedAt}`

function createTrail(first: MessageMetadata) {
  const listeners = new Set<() => void>()
  let step: Step = { origin: first, paintedAt: undefined }
  const take = (next: Step): void => {
    step = next
    for (const listener of listeners) listener()
  }
  return {
    get: () => step,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    arrive: (origin: MessageMetadata) => {
      if (messageOf(origin) !== messageOf(step.origin)) take({ origin, paintedAt: undefined })
    },
    paint: (at: number) => {
      if (step.paintedAt === undefined) take({ ...step, paintedAt: at })
    },
  }
}

/** Follows each new message to the screen, without painting anything itself. */
export function useTrail(origin: MessageMetadata): Trail {
  const [trail] = useState(() => createTrail(origin))
  useEffect(() => {
    trail.arrive(origin)
    const frame = requestAnimationFrame(() => trail.paint(Date.now()))
    return () => cancelAnimationFrame(frame)
  }, [trail, origin])
  return trail
}
