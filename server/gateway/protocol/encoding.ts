import { POLICY } from '../policy.ts'
import { deflatingEncoder, textFrame, type FrameEncoder } from './frame.ts'

/** Encodes messages as WebSocket frames in one buffer. */
export type MessageEncoder = (texts: readonly string[]) => Buffer

const encodeEach =
  (encodeFrame: FrameEncoder): MessageEncoder =>
  (texts) => {
    const [only] = texts
    return texts.length === 1 && only !== undefined ? encodeFrame(only) : Buffer.concat(texts.map(encodeFrame))
  }

const encodeAsArray =
  (encodeFrame: FrameEncoder): MessageEncoder =>
  (texts) =>
    encodeFrame(`[${texts.join(',')}]`)

/** One frame per message. */
export const encodeSingly = encodeEach(textFrame)

/** All messages in one frame, as a JSON array. */
export const encodeBatch = encodeAsArray(textFrame)

/** What a client negotiated: one frame per message or JSON arrays of them, deflated or not. */
export type WireFormat = 'single' | 'batch' | 'single-deflated' | 'batch-deflated'

export const wireFormatOf = (batched: boolean, deflates: boolean): WireFormat =>
  `${batched ? 'batch' : 'single'}${deflates ? '-deflated' : ''}`

interface WireFormatEncoders {
  /** Publications are collected for `GATEWAY.batchMs`. */
  readonly batched: boolean
  /** For frames encoded once and written to every client of this format. */
  readonly shared: MessageEncoder
  /** For frames to a single client, where deflating small messages does not pay off. */
  readonly own: MessageEncoder
}

const sharedFrame = deflatingEncoder(POLICY.deflateSharedFromBytes)
const ownFrame = deflatingEncoder(POLICY.deflateOwnFromBytes)

export const WIRE_FORMATS: Readonly<Record<WireFormat, WireFormatEncoders>> = {
  single: { batched: false, shared: encodeSingly, own: encodeSingly },
  batch: { batched: true, shared: encodeBatch, own: encodeBatch },
  'single-deflated': { batched: false, shared: encodeEach(sharedFrame), own: encodeEach(ownFrame) },
  'batch-deflated': { batched: true, shared: encodeAsArray(sharedFrame), own: encodeAsArray(ownFrame) },
}
