import type { Dialect } from '#server/gateway/framing.ts'

/** Ways to broadcast, each served by a process of its own. */
export type Variant = 'raw' | 'gateway' | 'ws.send' | 'batched' | 'deflated' | 'batched and deflated'

interface VariantSetup {
  readonly path: string
  /** What clients of the gateway read. */
  readonly dialect?: Dialect
  readonly messagesPerRound: number
}

const PATH = '/ws/tdp?token=ann:s1'
const BATCH = 16

export const VARIANTS: Readonly<Record<Variant, VariantSetup>> = {
  raw: { path: '/', messagesPerRound: 1 },
  gateway: { path: PATH, dialect: 'single', messagesPerRound: 1 },
  'ws.send': { path: '/', messagesPerRound: 1 },
  batched: { path: `${PATH}&batch=1`, dialect: 'batch', messagesPerRound: BATCH },
  deflated: { path: PATH, dialect: 'single-deflated', messagesPerRound: 1 },
  'batched and deflated': { path: `${PATH}&batch=1`, dialect: 'batch-deflated', messagesPerRound: BATCH },
}
