import type { WireFormat } from '#server/gateway/protocol/encoding.ts'
import type { Says } from './fanout-clients.ts'

/** Ways to broadcast, each served by a process of its own. */
export type Variant = 'raw' | 'gateway' | 'ws.send' | 'batched' | 'deflated' | 'batched and deflated'

interface VariantSetup {
  /** `ID` stands for an id of each client's own. */
  readonly path: string
  /** What clients of the gateway read. */
  readonly dialect?: WireFormat
  readonly messagesPerRound: number
  readonly says: Says
  /** In the last of what a connection begins with. */
  readonly until: string
}

const PATH = '/ws/tdp?token=ann:s1&connection_id=ID'
const BATCH = 16

const GATEWAY = { path: PATH, messagesPerRound: 1, says: 'plain', until: '"Heartbeat"' } as const
const BATCHES = { ...GATEWAY, path: `${PATH}&batch=1`, messagesPerRound: BATCH } as const

export const VARIANTS: Readonly<Record<Variant, VariantSetup>> = {
  raw: { path: '/', messagesPerRound: 1, says: 'nothing', until: 'hello' },
  gateway: { ...GATEWAY, dialect: 'single' },
  'ws.send': { path: '/', messagesPerRound: 1, says: 'plain', until: '101' },
  batched: { ...BATCHES, dialect: 'batch' },
  deflated: { ...GATEWAY, dialect: 'single-deflated', says: 'deflated' },
  'batched and deflated': { ...BATCHES, dialect: 'batch-deflated', says: 'deflated' },
}
