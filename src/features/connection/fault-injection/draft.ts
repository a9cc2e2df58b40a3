import type { Fault, FaultKind } from '#contract/fault-injection.ts'
import { FAULT_INJECTION } from '#contract/limits.ts'

/** Form values. Numbers are null while their field is empty. */
export interface FaultDraft {
  readonly kind: FaultKind
  readonly seconds: number | null
  readonly socket: 'both' | 'tdp' | 'analytics'
  readonly delayMs: number | null
  readonly stream: string | undefined
  /** Answer 401 to refreshed tokens as well. */
  readonly renewed: boolean
}

export const FIRST_DRAFT: FaultDraft = {
  kind: 'cut-socket',
  seconds: 10,
  socket: 'both',
  delayMs: FAULT_INJECTION.defaultDelayMs,
  stream: undefined,
  renewed: false,
}

/** Label and description of each fault kind. */
export const FAULT_TEXTS: Readonly<Record<FaultKind, { readonly label: string; readonly description: string }>> = {
  'cut-socket': {
    label: 'Cut the socket',
    description: 'Open sockets are cut, and new ones before they are acknowledged.',
  },
  'delay-feed': { label: 'Delay the feed', description: 'Published messages arrive late but in order.' },
  'broken-json': { label: 'Send broken JSON', description: 'Published messages arrive as invalid JSON.' },
  'stop-stream': { label: 'Stop one stream', description: 'Entries of one stream are withheld.' },
  'answer-401': { label: 'Answer 401', description: 'Calls are rejected until the token is refreshed.' },
  'answer-503': { label: 'Answer 503', description: 'Data calls are answered with 503.' },
}

const isIntegerIn = (value: number | null, min: number, max: number): value is number =>
  value !== null && Number.isInteger(value) && value >= min && value <= max

/** The requested fault; undefined while the form is incomplete. `stream` is the default until one is chosen. */
export function faultOf(draft: FaultDraft, stream: string | undefined): Fault | undefined {
  const { kind, seconds, delayMs, renewed } = draft
  if (!isIntegerIn(seconds, 1, FAULT_INJECTION.maxS)) return undefined
  const socket = draft.socket === 'both' ? {} : { socket: draft.socket }
  switch (kind) {
    case 'cut-socket':
    case 'broken-json':
      return { kind, seconds, ...socket }
    case 'delay-feed':
      return isIntegerIn(delayMs, FAULT_INJECTION.minDelayMs, FAULT_INJECTION.maxDelayMs)
        ? { kind, seconds, ...socket, delay_ms: delayMs }
        : undefined
    case 'stop-stream': {
      const key = draft.stream ?? stream
      return key === undefined ? undefined : { kind, seconds, stream: key }
    }
    case 'answer-401':
      return { kind, seconds, ...(renewed ? { renewed } : {}) }
    case 'answer-503':
      return { kind, seconds }
  }
}
