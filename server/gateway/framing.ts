import { deflating, textFrame, type Seal } from './frame.ts'
import { POLICY } from './policy.ts'

/** How messages become frames for a client. */
export type Framing = (texts: readonly string[]) => Buffer

const frameEach =
  (seal: Seal): Framing =>
  (texts) => {
    const [only] = texts
    return texts.length === 1 && only !== undefined ? seal(only) : Buffer.concat(texts.map(seal))
  }

const frameTogether =
  (seal: Seal): Framing =>
  (texts) =>
    seal(`[${texts.join(',')}]`)

/** A frame per message. */
export const oneByOne = frameEach(textFrame)

/** All messages in one frame, as a JSON array. */
export const asArray = frameTogether(textFrame)

/** What a client can read: a frame per message or arrays of them, deflated or not. */
export type Dialect = 'single' | 'batch' | 'single-deflated' | 'batch-deflated'

export const dialectOf = (batched: boolean, deflates: boolean): Dialect =>
  `${batched ? 'batch' : 'single'}${deflates ? '-deflated' : ''}`

interface DialectFraming {
  /** What is published is collected for `GATEWAY.batchMs`. */
  readonly batched: boolean
  /** For frames that are made once and written to everybody who speaks it. */
  readonly shared: Framing
  /** For what one client alone gets: its work is for one socket, so less of it pays. */
  readonly own: Framing
}

const sharedSeal = deflating(POLICY.deflateSharedFromBytes)
const ownSeal = deflating(POLICY.deflateOwnFromBytes)

export const DIALECTS: Readonly<Record<Dialect, DialectFraming>> = {
  single: { batched: false, shared: oneByOne, own: oneByOne },
  batch: { batched: true, shared: asArray, own: asArray },
  'single-deflated': { batched: false, shared: frameEach(sharedSeal), own: frameEach(ownSeal) },
  'batch-deflated': { batched: true, shared: frameTogether(sharedSeal), own: frameTogether(ownSeal) },
}
