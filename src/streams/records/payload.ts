import type { DataErrorCode } from '#contract/analysis/errors.ts'
import { RECOGNISED_FIELDS, WRAPPERS, type Wrapper } from '#contract/streams.ts'

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parseText(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

/** Data of a stream entry as far as it can be opened. */
export interface UnwrappedPayload {
  readonly wrapper: Wrapper | undefined
  /** What stands under the wrapper, or the data itself where none is known; undefined when that is no object. */
  readonly fields: Fields | undefined
  /** Why nobody can make anything of it; undefined for a payload with a recognised field. */
  readonly problem: Extract<DataErrorCode, `${string}parse_error`> | undefined
}

const isRecognised = (fields: Fields): boolean => RECOGNISED_FIELDS.some((name) => Object.hasOwn(fields, name))

function unwrapKnown(wrapper: Wrapper, inner: unknown): UnwrappedPayload {
  if (!isFields(inner)) {
    return {
      wrapper,
      fields: undefined,
      problem: wrapper === 'Unknown' ? 'unknown_wrapper_parse_error' : 'stream_parse_error',
    }
  }
  return { wrapper, fields: inner, problem: isRecognised(inner) ? undefined : 'stream_parse_error' }
}

function unwrapBare(outer: Fields): UnwrappedPayload {
  const bare = { wrapper: undefined, fields: outer }
  if (isRecognised(outer)) return { ...bare, problem: undefined }
  const [inner, ...others] = Object.values(outer)
  if (others.length > 0 || inner === undefined) return { ...bare, problem: 'stream_parse_error' }
  // Under a name of another server.
  if (isFields(inner) && isRecognised(inner)) return { ...bare, fields: inner, problem: undefined }
  return { ...bare, problem: 'unknown_wrapper_parse_error' }
}

/** Opens data that came wrapped or bare, as an object or as JSON text. Never throws. */
export function unwrapPayload(data: unknown): UnwrappedPayload {
  const outer = parseText(data)
  if (!isFields(outer)) return { wrapper: undefined, fields: undefined, problem: 'parse_error' }
  const wrapper = WRAPPERS.find((name) => Object.hasOwn(outer, name))
  return wrapper === undefined ? unwrapBare(outer) : unwrapKnown(wrapper, parseText(outer[wrapper]))
}

/**
 * Whether data may take the place of what is held. Fields that say nothing known may not. What cannot be opened at all
 * may: a card keeps what it shows and says why it could not read more.
 */
export function isValid(data: unknown): boolean {
  const { fields, problem } = unwrapPayload(data)
  return fields === undefined || problem === undefined
}
