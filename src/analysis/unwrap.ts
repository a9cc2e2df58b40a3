import type { DataErrorCode } from '#contract/payloads/header.ts'
import { RECOGNISED_FIELDS, WRAPPERS, type Wrapper } from '#contract/streams.ts'
import { parseJson } from '#src/lib/json.ts'
import { isFields, type Fields } from './fields.ts'

const parseText = (value: unknown): unknown => (typeof value === 'string' ? parseJson(value) : value)

/** Payload of a stream entry, unwrapped as far as possible. */
export interface UnwrappedPayload {
  readonly wrapper: Wrapper | undefined
  /** Object under the wrapper, or the data itself without a wrapper; undefined if it is not an object. */
  readonly fields: Fields | undefined
  /** Reason why the payload is unusable; undefined if it has a recognised field. */
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
  const [only, ...others] = Object.values(outer)
  if (others.length > 0 || only === undefined) return { ...bare, problem: 'stream_parse_error' }
  // The wrapper of another server.
  const inner = parseText(only)
  if (isFields(inner) && isRecognised(inner)) return { ...bare, fields: inner, problem: undefined }
  return { ...bare, problem: 'unknown_wrapper_parse_error' }
}

/** Unwraps data that is wrapped or bare, an object or JSON text. Never throws. */
export function unwrapPayload(data: unknown): UnwrappedPayload {
  const outer = parseText(data)
  if (!isFields(outer)) return { wrapper: undefined, fields: undefined, problem: 'parse_error' }
  const wrapper = WRAPPERS.find((name) => Object.hasOwn(outer, name))
  return wrapper === undefined ? unwrapBare(outer) : unwrapKnown(wrapper, parseText(outer[wrapper]))
}

/**
 * Whether data may replace the shown data. Objects without a recognised field may not. Data that cannot be parsed may:
 * the card keeps its content and shows the reason.
 */
export function isValid(data: unknown): boolean {
  const { fields, problem } = unwrapPayload(data)
  return fields === undefined || problem === undefined
}
