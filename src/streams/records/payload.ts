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

/** Data of an update as far as it can be opened: its wrapper's name, if it has one, and the fields under it. */
export interface Opened {
  readonly wrapper: Wrapper | undefined
  readonly fields: Fields | undefined
}

/** Opens data that came wrapped or bare, as an object or as JSON text. Never throws. */
export function openData(data: unknown): Opened {
  const whole = parseText(data)
  if (!isFields(whole)) return { wrapper: undefined, fields: undefined }
  const wrapper = WRAPPERS.find((name) => Object.hasOwn(whole, name))
  const inner = wrapper === undefined ? whole : parseText(whole[wrapper])
  return { wrapper, fields: isFields(inner) ? inner : undefined }
}

const isRecognised = (fields: Fields): boolean => RECOGNISED_FIELDS.some((name) => Object.hasOwn(fields, name))

/**
 * Whether data may take the place of what is held. Fields that say nothing known may not. What cannot be opened at all
 * may: a card keeps what it shows and says why it could not read more.
 */
export function isValid(data: unknown): boolean {
  const { wrapper, fields } = openData(data)
  if (fields === undefined || isRecognised(fields)) return true
  if (wrapper !== undefined) return false
  // Under a wrapper of a name that is not known.
  const [inner, ...others] = Object.values(fields)
  return others.length === 0 && isFields(inner) && isRecognised(inner)
}
