import type * as z from 'zod/mini'
import { type CustomStrategy, customStrategySchema } from '#contract/strategies/definition.ts'
import { validationText } from '#contract/validation-text.ts'
import { failure, type Result, success } from '#src/lib/result.ts'

/** Formats a path as `signal_sources[0].name`. */
const formatPath = (path: readonly PropertyKey[]): string =>
  path
    .map(String)
    .join('.')
    .replace(/\.(\d+)/g, '[$1]')

/** Message of a validation issue: the path, and what the value must be. */
const problemText = ({ path, message }: z.core.$ZodIssue): string =>
  `${path.length === 0 ? 'The document' : formatPath(path)} ${message}`

/** File size limit, ten times the largest possible strategy. */
export const MAX_FILE_BYTES = 1_000_000
const MAX_PROBLEMS = 8

export interface ImportedStrategy {
  readonly definition: CustomStrategy
  /** What the file has and a strategy does not, by path. */
  readonly ignored: readonly string[]
}

/** The strategy of a file, or validation messages, one per line. */
export type ImportResult = Result<ImportedStrategy, readonly string[]>

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Paths to what `document` has and `parsed` does not. */
const ignoredIn = (document: unknown, parsed: unknown, path: readonly string[] = []): readonly string[] =>
  isObject(document) && isObject(parsed)
    ? Object.entries(document).flatMap(([key, value]) => {
        const own = Object.entries(parsed).find(([other]) => other === key)
        return own ? ignoredIn(value, own[1], [...path, key]) : [formatPath([...path, key])]
      })
    : []

/** At most `MAX_PROBLEMS` lines. */
const shortened = (lines: readonly string[]): readonly string[] =>
  lines.length > MAX_PROBLEMS ? [...lines.slice(0, MAX_PROBLEMS), `and ${lines.length - MAX_PROBLEMS} more`] : lines

/** Parses and validates an exported strategy. Never throws. */
export function parseStrategyFile(text: string): ImportResult {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch (error) {
    return failure([`Not JSON: ${error instanceof Error ? error.message : 'it cannot be read'}`])
  }
  const parsed = customStrategySchema.safeParse(document, { error: validationText })
  return parsed.success
    ? success({ definition: parsed.data, ignored: shortened(ignoredIn(document, parsed.data)) })
    : failure(shortened(parsed.error.issues.map(problemText)))
}

/** Serializes a strategy; `parseStrategyFile` restores it. */
export const serializeStrategy = (definition: CustomStrategy): string => `${JSON.stringify(definition, undefined, 2)}\n`

/** A file name that is valid on every file system. */
export function fileNameOf({ name }: Pick<CustomStrategy, 'name'>): string {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
  return `${slug || 'strategy'}.strategy.json`
}
