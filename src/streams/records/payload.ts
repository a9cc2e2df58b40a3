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
export interface Opened {
  readonly wrapper: Wrapper | undefined
  /** What stands under the wrapper, or the data itself where none is known; undefined when that is no object. */
  readonly fields: Fields | undefined
  /** Why nobody can make anything of it; undefined for a payload with a recognised field. */
  readonly fault: Extract<DataErrorCode, `${string}parse_error`> | undefined
}

const isRecognised = (fields: Fields): boolean => RECOGNISED_FIELDS.some((name) => Object.hasOwn(fields, name))

function openWrapped(wrapper: Wrapper, inner: unknown): Opened {
  if (!isFields(inner)) {
    return {
      wrapper,
      fields: undefined,
      fault: wrapper === 'Unknown' ? 'unknown_wrapper_parse_error' : 'stream_parse_error',
    }
  }
  return { wrapper, fields: inner, fault: isRecognised(inner) ? undefined : 'stream_parse_error' }
}

function openBare(whole: Fields): Opened {
  const bare = { wrapper: undefined, fields: whole }
  if (isRecognised(whole)) return { ...bare, fault: undefined }
  const [inner, ...others] = Object.values(whole)
  if (others.length > 0 || inner === undefined) return { ...bare, fault: 'stream_parse_error' }
  // Under a name of another server.
  if (isFields(inner) && isRecognised(inner)) return { ...bare, fields: inner, fault: undefined }
  return { ...bare, fault: 'unknown_wrapper_parse_error' }
}

/** Opens data that came wrapped or bare, as an object or as JSON text. Never throws. */
export function openData(data: unknown): Opened {
  const whole = parseText(data)
  if (!isFields(whole)) return { wrapper: undefined, fields: undefined, fault: 'parse_error' }
  const wrapper = WRAPPERS.find((name) => Object.hasOwn(whole, name))
  return wrapper === undefined ? openBare(whole) : openWrapped(wrapper, parseText(whole[wrapper]))
}

/**
 * Whether data may take the place of what is held. Fields that say nothing known may not. What cannot be opened at all
 * may: a card keeps what it shows and says why it could not read more.
 */
export function isValid(data: unknown): boolean {
  const { fields, fault } = openData(data)
  return fields === undefined || fault === undefined
}
