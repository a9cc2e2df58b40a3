import { PbfReader } from 'pbf'

/** A protobuf file that ends early or contradicts its length fields. */
export class BrokenProtobuf extends Error {}

const LENGTH_DELIMITED = 2
const MAX_DEPTH = 64

/** One field of a message; it may be read any number of times. */
export interface Field {
  readonly number: number
  /** The value of a varint field. */
  varint(): number
  text(): string
  bytes(): Uint8Array
  /** The fields of a nested message. */
  fields(): Generator<Field>
}

/**
 * The fields of a message in order, without copying. The underlying reader trusts length fields, so each is checked against
 * the end of the enclosing message. Throws `BrokenProtobuf`.
 */
export function* fieldsOf(bytes: Uint8Array, depth = 0): Generator<Field> {
  if (depth > MAX_DEPTH) throw new BrokenProtobuf('messages are nested too deeply')
  for (let at = 0; at < bytes.length;) {
    const { end, ...position } = fieldAt(bytes, at)
    if (end > bytes.length) throw new BrokenProtobuf('it is truncated')
    yield fieldOf(bytes, { ...position, depth })
    at = end
  }
}

/** Start of the value of the field at `at`, and start of the next field. */
function fieldAt(bytes: Uint8Array, at: number) {
  const reader = new PbfReader(bytes)
  reader.pos = at
  try {
    const number = reader.nextField()
    const { pos: start, type } = reader
    if (number === 0) throw new BrokenProtobuf('a field has no number')
    reader.skip(type)
    return { number, type, start, end: reader.pos }
  } catch (cause) {
    throw cause instanceof BrokenProtobuf ? cause : new BrokenProtobuf('it is damaged', { cause })
  }
}

interface FieldPosition {
  readonly number: number
  readonly type: number
  readonly start: number
  readonly depth: number
}

function fieldOf(bytes: Uint8Array, { number, type, start, depth }: FieldPosition): Field {
  const value = () => {
    const reader = new PbfReader(bytes)
    reader.pos = start
    return reader
  }
  const content = () => {
    if (type !== LENGTH_DELIMITED) throw new BrokenProtobuf('a field has the wrong type')
    return value().readBytes()
  }
  return {
    number,
    varint: () => {
      if (type !== 0) throw new BrokenProtobuf('a field has the wrong type')
      return value().readVarint(true)
    },
    text: () => Buffer.from(content()).toString('utf8'),
    bytes: content,
    fields: () => fieldsOf(content(), depth + 1),
  }
}
