import { customStrategySchema, type CustomStrategy } from '#contract/strategies/definition.ts'
import { validationText } from '#contract/validation-text.ts'
import { failure, success, type Result } from '#src/lib/result.ts'
import { problemText } from './problems.ts'

/** File size limit, ten times the largest possible strategy. */
export const MAX_FILE_BYTES = 1_000_000
const MAX_PROBLEMS = 8

/** The strategy of a file, or validation messages, one per line. */
export type ImportResult = Result<CustomStrategy, readonly string[]>

/** Parses and validates an exported strategy. Never throws. */
export function parseStrategyFile(text: string): ImportResult {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch (error) {
    return failure([`Not JSON: ${error instanceof Error ? error.message : 'it cannot be read'}`])
  }
  const parsed = customStrategySchema.safeParse(document, { error: validationText })
  if (parsed.success) return success(parsed.data)
  const problems = parsed.error.issues.map(problemText)
  const remaining = problems.length - MAX_PROBLEMS
  return failure(remaining > 0 ? [...problems.slice(0, MAX_PROBLEMS), `and ${remaining} more`] : problems)
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
