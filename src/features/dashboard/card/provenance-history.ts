import { useEffect, useState } from 'react'
import type { MessageMetadata } from './trust.ts'

/** Metadata of the newest message and when it was first painted (unix ms, wall time); undefined until then. */
interface ShownMessage {
  readonly metadata: MessageMetadata
  readonly paintedAt: number | undefined
}

/** A store for `useSyncExternalStore`: updates cost nothing without subscribers. */
export interface ProvenanceHistory {
  readonly get: () => ShownMessage
  readonly subscribe: (listener: () => void) => () => void
}

/** Identity of a message; other changes of its stream do not count. */
const messageIdentity = ({ key, messageId, receivedAt }: MessageMetadata): string =>
  `${key} ${messageId ?? ''} ${receivedAt}`

function createProvenanceHistory(initial: MessageMetadata) {
  const listeners = new Set<() => void>()
  let current: ShownMessage = { metadata: initial, paintedAt: undefined }
  const update = (next: ShownMessage): void => {
    current = next
    for (const listener of listeners) listener()
  }
  return {
    get: () => current,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    receive: (metadata: MessageMetadata) => {
      if (messageIdentity(metadata) !== messageIdentity(current.metadata)) update({ metadata, paintedAt: undefined })
    },
    markPainted: (at: number) => {
      if (current.paintedAt === undefined) update({ ...current, paintedAt: at })
    },
  }
}

/** Records when each new message was painted, without rerendering the caller. */
export function useProvenanceHistory(metadata: MessageMetadata): ProvenanceHistory {
  const [history] = useState(() => createProvenanceHistory(metadata))
  useEffect(() => {
    history.receive(metadata)
    const frame = requestAnimationFrame(() => history.markPainted(Date.now()))
    return () => cancelAnimationFrame(frame)
  }, [history, metadata])
  return history
}
