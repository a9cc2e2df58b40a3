import type { WireFormat } from '#server/gateway/framing/index.ts'
import type { InitialMessage } from './fanout-clients.ts'

/** Ways to broadcast, each served by a process of its own. */
export type Variant = 'raw' | 'gateway' | 'ws.send' | 'batched' | 'deflated' | 'batched and deflated'

interface VariantSetup {
  /** `ID` is replaced by each client's id. */
  readonly path: string
  /** Wire format that gateway clients read. */
  readonly dialect?: WireFormat
  readonly messagesPerRound: number
  readonly initial: InitialMessage
  /** Part of the last message sent on connecting. */
  readonly until: string
}

const PATH = '/ws/tdp?token=ann:s1&connection_id=ID'
const BATCH = 16

const GATEWAY = { path: PATH, messagesPerRound: 1, initial: 'plain', until: '"Heartbeat"' } as const
const BATCHES = { ...GATEWAY, path: `${PATH}&batch=1`, messagesPerRound: BATCH } as const

export const VARIANTS: Readonly<Record<Variant, VariantSetup>> = {
  raw: { path: '/', messagesPerRound: 1, initial: 'nothing', until: 'hello' },
  gateway: { ...GATEWAY, dialect: 'single' },
  'ws.send': { path: '/', messagesPerRound: 1, initial: 'plain', until: '101' },
  batched: { ...BATCHES, dialect: 'batch' },
  deflated: { ...GATEWAY, dialect: 'single-deflated', initial: 'deflated' },
  'batched and deflated': { ...BATCHES, dialect: 'batch-deflated', initial: 'deflated' },
}
