const TEXT_AND_FINAL = 0x81

/**
 * One unmasked, unfragmented text frame (RFC 6455, 5.2), header and payload in one buffer: it can be written to any
 * number of sockets as it is.
 */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const header = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(header + length)
  frame[0] = TEXT_AND_FINAL
  if (header === 2) {
    frame[1] = length
  } else if (header === 4) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  frame.write(text, header)
  return frame
}

/** How messages become frames for a client: see `oneByOne` and `asArray`. */
export type Framing = (texts: readonly string[]) => Buffer

/** A frame per message. */
export const oneByOne: Framing = (texts) => {
  const [only] = texts
  return texts.length === 1 && only !== undefined ? textFrame(only) : Buffer.concat(texts.map(textFrame))
}

/** All messages in one frame, as a JSON array. */
export const asArray: Framing = (texts) => textFrame(`[${texts.join(',')}]`)
