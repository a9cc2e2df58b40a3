import type * as z from 'zod/mini'

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  safeint: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

const UNITS: Readonly<Record<string, string>> = { string: 'character', array: 'entry', file: 'byte' }
const PLURALS: Readonly<Record<string, string>> = { character: 'characters', entry: 'entries', byte: 'bytes' }

/** `at most 5` for numbers, `have at most 5 entries` for lists and texts. */
function limitText(kind: string, bound: string, limit: number | bigint): string {
  const unit = UNITS[kind]
  if (unit === undefined) return `must be ${bound} ${limit.toLocaleString('en-US')}`
  return `must have ${bound} ${limit.toLocaleString('en-US')} ${limit === 1 ? unit : PLURALS[unit]}`
}

type TooSmall = Pick<z.core.$ZodIssueTooSmall, 'origin' | 'minimum' | 'inclusive'>

function tooSmallText({ origin, minimum, inclusive }: TooSmall): string {
  if (origin === 'string' && minimum === 1) return 'must not be empty'
  return limitText(origin, inclusive === false ? 'above' : 'at least', minimum)
}

const optionsText = (values: readonly unknown[]): string =>
  values.length === 1 ? `must be ${String(values[0])}` : `must be one of ${values.map(String).join(', ')}`

/**
 * What a value must be, in plain words that follow the name of its field: 'must have at most 320 characters'. As an error map
 * of Zod it applies wherever the schema itself has no message.
 */
export function validationText(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `must be ${TYPE_NAMES[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return issue.input === undefined ? 'is missing' : optionsText(issue.values)
    case 'too_small':
      return tooSmallText(issue)
    case 'too_big':
      return limitText(issue.origin, issue.inclusive === false ? 'below' : 'at most', issue.maximum)
    case 'invalid_format':
      return issue.format === 'email' ? 'must be an e-mail address' : 'is not in the right form'
    case 'unrecognized_keys':
      return `must not have ${issue.keys.join(', ')}`
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'invalid_element':
    case 'invalid_key':
    case 'invalid_union':
    case 'custom':
      return 'is not valid'
  }
}
