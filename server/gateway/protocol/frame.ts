import { constants, deflateRawSync } from 'node:zlib'
import { POLICY } from '../policy.ts'

const TEXT_AND_FINAL = 0x81
/** RSV1: the payload is deflated (RFC 7692, 6). */
const DEFLATED = 0x40
/** Tail of a sync flush, removed here and restored by the receiver (RFC 7692, 7.2.1). */
const FLUSH_TAIL_BYTES = 4
/** Level 6 would take twice the time for a tenth fewer bytes of the live feed. */
const DEFLATE = { level: 1, finishFlush: constants.Z_SYNC_FLUSH }

/** Encodes one unmasked, unfragmented text frame (RFC 6455, 5.2), header and payload in one buffer. */
export type FrameEncoder = (text: string) => Buffer

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
 * Deflates texts from `fromBytes` up to `POLICY.deflateUpToBytes`; others, and those that would not get smaller, stay
 * plain. Synchronous, so that frames keep the order of the calls.
 */
export const deflatingEncoder =
  (fromBytes: number): FrameEncoder =>
  (text) => {
    const bytes = Buffer.byteLength(text)
    if (bytes < fromBytes || bytes > POLICY.deflateUpToBytes) return textFrame(text)
    const frame = deflatedFrame(Buffer.from(text))
    return frame.length < bytes ? frame : textFrame(text)
  }
