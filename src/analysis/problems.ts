import type { DataErrorCode } from '#contract/payloads/header.ts'
import { toFields, MAX_LIST_ITEMS, toList, listLength, toText } from './fields.ts'

/** A missing or unreadable part of a payload. Other servers may send other codes. */
export interface PayloadProblem {
  readonly code: string
  readonly message: string
}

const MAX_PROBLEMS = 50

const MESSAGES: Record<DataErrorCode, string> = {
  parse_error: 'The data could not be read.',
  missing_level_arrays: 'The lists of support and resistance levels are missing.',
  invalid_summary: 'The summary is incomplete and counts as zero.',
  invalid_confidence: 'The factors behind the confidence, which is evidence, are incomplete and count as zero.',
  stream_parse_error: 'The stream message could not be read.',
  unknown_wrapper_parse_error: 'The message has an unknown wrapper.',
  missing_trading_pair: 'The trading pair is missing.',
  missing_exchange: 'The exchange is missing.',
  missing_timestamp: 'The timestamp is missing.',
}

const MESSAGE_BY_CODE = new Map<string, string>(Object.entries(MESSAGES))

export const problem = (code: DataErrorCode, message: string = MESSAGES[code]): PayloadProblem => ({ code, message })

const omitted = (count: number, reason: string): readonly PayloadProblem[] =>
  count === 0 ? [] : [problem('parse_error', `${reason}: ${count}`)]

/** Problems for list items that were left out, one per reason; `readCount` of all items could be read. */
export function omittedItems(lists: readonly unknown[], readCount: number, label: string): readonly PayloadProblem[] {
  const total = (of: (list: unknown) => number) => lists.reduce<number>((sum, list) => sum + of(list), 0)
  const read = total((list) => toList(list).length)
  return [
    ...omitted(read - readCount, `${label} left out because fields are missing`),
    ...omitted(total(listLength) - read, `${label} left out beyond the first ${MAX_LIST_ITEMS}`),
  ]
}

/** Problems reported by the server in the payload's `errors`. */
export const reportedProblems = (errors: unknown): readonly PayloadProblem[] =>
  toList(errors).flatMap((each) => {
    const { code, message } = toFields(each)
    const reportedCode = toText(code)
    return reportedCode === undefined
      ? []
      : [{ code: reportedCode, message: toText(message) ?? MESSAGE_BY_CODE.get(reportedCode) ?? 'No explanation.' }]
  })

/** Distinct problems, limited in number. */
export function distinctProblems(problems: readonly PayloadProblem[]): readonly PayloadProblem[] {
  const byText = new Map(problems.map((each) => [`${each.code} ${each.message}`, each]))
  return [...byText.values()].slice(0, MAX_PROBLEMS)
}
