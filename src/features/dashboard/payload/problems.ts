import type { DataErrorCode } from '#contract/analysis/errors.ts'
import { fieldsOf, LIST_READ, listOf, sizeOf, text } from './fields.ts'

/** A part of a payload that is missing or unreadable. Other servers may send codes of their own. */
export interface Fault {
  readonly code: string
  readonly message: string
}

const FAULTS_KEPT = 50

const MEANINGS: Record<DataErrorCode, string> = {
  parse_error: 'The data could not be read.',
  missing_level_arrays: 'The lists of support and resistance levels are missing.',
  invalid_summary: 'The summary is incomplete and counts as zero.',
  invalid_confidence: 'The confidence factors are incomplete and count as zero.',
  stream_parse_error: 'The message of the stream could not be read.',
  unknown_wrapper_parse_error: 'The message is of a kind that is not known here.',
  missing_trading_pair: 'The data does not say of which trading pair it is.',
  missing_exchange: 'The data does not say of which exchange it is.',
  missing_timestamp: 'The data does not say when it is from.',
}

const MEANING_OF = new Map<string, string>(Object.entries(MEANINGS))

export const fault = (code: DataErrorCode, message: string = MEANINGS[code]): Fault => ({ code, message })

const countOf = (count: number, why: string): readonly Fault[] =>
  count === 0 ? [] : [fault('parse_error', `${why}: ${count}`)]

/** Items of lists that had to be left out, one fault per reason: `kept` of all of them could be read. */
export function leftOut(lists: readonly unknown[], kept: number, what: string): readonly Fault[] {
  const total = (of: (list: unknown) => number) => lists.reduce<number>((sum, list) => sum + of(list), 0)
  const read = total((list) => listOf(list).length)
  return [
    ...countOf(read - kept, `${what} left out because fields are missing`),
    ...countOf(total(sizeOf) - read, `${what} left out beyond the first ${LIST_READ}`),
  ]
}

/** What the server itself says is missing. */
export const toldFaults = (errors: unknown): readonly Fault[] =>
  listOf(errors).flatMap((each) => {
    const { code, message } = fieldsOf(each)
    const told = text(code)
    return told === undefined
      ? []
      : [{ code: told, message: text(message) ?? MEANING_OF.get(told) ?? 'No explanation.' }]
  })

/** Each fault once, bounded. */
export function distinctFaults(faults: readonly Fault[]): readonly Fault[] {
  const byText = new Map(faults.map((each) => [`${each.code} ${each.message}`, each]))
  return [...byText.values()].slice(0, FAULTS_KEPT)
}
