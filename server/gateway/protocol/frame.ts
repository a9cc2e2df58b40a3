import { constants, deflateRawSync } from 'node:zlib'
import { POLICY } from '../policy.ts'

const TEXT_AND_FINAL = 0x81
/** RSV1: the payload is deflated (RFC 7692, 6). */
const DEFLATED = 0x40
/** What a sync flush ends with; the reader puts it back (RFC 7692, 7.2.1). */
const FLUSH_TAIL_BYTES = 4
/** Least effort: level 6 takes twice the time for a tenth fewer bytes of the live feed. */
const DEFLATE = { level: 1, finishFlush: constants.Z_SYNC_FLUSH }

/** Makes one unmasked, unfragmented text frame (RFC 6455, 5.2), header and payload in one buffer. */
export type FrameEncoder = (text: string) => Buffer

/** A frame whose payload is still to be written, from `start` on. */
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

/** A plain frame: it can be written to any number of sockets as it is. */
export const textFrame: FrameEncoder = (text) => {
  const { frame, start } = allocateFrame(TEXT_AND_FINAL, Buffer.byteLength(text))
  frame.write(text, start)
  return frame
}

/** A frame that refers to nothing before it: it can be written to every socket that negotiated permessage-deflate. */
function deflatedFrame(payload: Buffer): Buffer {
  const deflated = deflateRawSync(payload, DEFLATE)
  const length = deflated.length - FLUSH_TAIL_BYTES
  const { frame, start } = allocateFrame(TEXT_AND_FINAL | DEFLATED, length)
  deflated.copy(frame, start, 0, length)
  return frame
}

/**
 * Deflates texts of `fromBytes` and more; a shorter text, one beyond `POLICY.deflateUpToBytes`, and one that would not
 * get smaller stay plain. Synchronous, so that the order of frames is the order of calls.
 */
export const deflatingEncoder =
  (fromBytes: number): FrameEncoder =>
  (text) => {
    const bytes = Buffer.byteLength(text)
    if (bytes < fromBytes || bytes > POLICY.deflateUpToBytes) return textFrame(text)
    const frame = deflatedFrame(Buffer.from(text))
    return frame.length < bytes ? frame : textFrame(text)
  }
