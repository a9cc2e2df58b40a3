import { constants, deflateRawSync } from 'node:zlib'

const TEXT_AND_FINAL = 0x81
/** RSV1: the payload is deflated (RFC 7692, 6). */
const DEFLATED = 0x40
/** Tail of a sync flush, removed here and restored by the receiver (RFC 7692, 7.2.1). */
const FLUSH_TAIL_BYTES = 4
/** Level 6 would take twice the time for a tenth fewer bytes of the live feed. */
const DEFLATE = { level: 1, finishFlush: constants.Z_SYNC_FLUSH }
/** Broadcast frames are deflated from this size on; the work is done once for all clients. */
const DEFLATE_SHARED_FROM_BYTES = 256
/** Frames to one client are deflated from this size on; smaller ones fit in one packet anyway. */
const DEFLATE_OWN_FROM_BYTES = 1_024
/** Deflating more than this would block the event loop for milliseconds. */
export const DEFLATE_UP_TO_BYTES = 262_144

/** Encodes one unmasked, unfragmented text frame (RFC 6455, 5.2), header and payload in one buffer. */
type FrameEncoder = (text: string) => Buffer

/** Encodes messages as WebSocket frames in one buffer. */
export type MessageEncoder = (texts: readonly string[]) => Buffer

/** A frame with its header written; the payload goes at `start`. */
function allocateFrame(first: number, length: number): { readonly frame: Buffer; readonly start: number } {
  const start = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(start + length)
  frame[0] = first
  if (start === 2) {
    frame[1] = length
  } else if (start === 4) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  return { frame, start }
}

/** An uncompressed frame, which can be written to any socket. */
export const textFrame: FrameEncoder = (text) => {
  const { frame, start } = allocateFrame(TEXT_AND_FINAL, Buffer.byteLength(text))
  frame.write(text, start)
  return frame
}

/** A frame without context takeover, which can be written to every socket that negotiated permessage-deflate. */
function deflatedFrame(payload: Buffer): Buffer {
  const deflated = deflateRawSync(payload, DEFLATE)
  const length = deflated.length - FLUSH_TAIL_BYTES
  const { frame, start } = allocateFrame(TEXT_AND_FINAL | DEFLATED, length)
  deflated.copy(frame, start, 0, length)
  return frame
}

/**
 * Deflates texts from `fromBytes` up to `DEFLATE_UP_TO_BYTES`; others, and those that would not get smaller, stay plain.
 * Synchronous, so that frames keep the order of the calls.
 */
export const deflatingEncoder =
  (fromBytes: number): FrameEncoder =>
  (text) => {
    const bytes = Buffer.byteLength(text)
    if (bytes < fromBytes || bytes > DEFLATE_UP_TO_BYTES) return textFrame(text)
    const frame = deflatedFrame(Buffer.from(text))
    return frame.length < bytes ? frame : textFrame(text)
  }

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

const sharedFrame = deflatingEncoder(DEFLATE_SHARED_FROM_BYTES)
const ownFrame = deflatingEncoder(DEFLATE_OWN_FROM_BYTES)
const [single, batch] = [encodeEach(textFrame), encodeAsArray(textFrame)]

/** The encoders of each wire format. */
export const WIRE_FORMATS: Readonly<Record<WireFormat, WireFormatEncoders>> = {
  single: { batched: false, shared: single, own: single },
  batch: { batched: true, shared: batch, own: batch },
  'single-deflated': { batched: false, shared: encodeEach(sharedFrame), own: encodeEach(ownFrame) },
  'batch-deflated': { batched: true, shared: encodeAsArray(sharedFrame), own: encodeAsArray(ownFrame) },
}
