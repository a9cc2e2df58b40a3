import { customStrategySchema, type CustomStrategy } from '#contract/strategies/definition.ts'
import { faultText } from './faults.ts'

/** Largest file that is read. A strategy of the most sources and rules is below a tenth of it. */
export const MAX_FILE_BYTES = 1_000_000
const SHOWN_FAULTS = 8

export type Imported =
  | { readonly ok: true; readonly definition: CustomStrategy }
  /** Why the text is no strategy, a line each. */
  | { readonly ok: false; readonly faults: readonly string[] }

/** The strategy in an exported file, checked field by field. Never throws. */
export function readDocument(text: string): Imported {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch (error) {
    return { ok: false, faults: [`Not JSON: ${error instanceof Error ? error.message : 'it cannot be read'}`] }
  }
  const parsed = customStrategySchema.safeParse(document, { reportInput: true })
  if (parsed.success) return { ok: true, definition: parsed.data }
  const faults = parsed.error.issues.map(faultText)
  const left = faults.length - SHOWN_FAULTS
  return { ok: false, faults: left > 0 ? [...faults.slice(0, SHOWN_FAULTS), `and ${left} more`] : faults }
}

/** The file's text; an import of it gives the same strategy. */
export const documentOf = (definition: CustomStrategy): string => `${JSON.stringify(definition, undefined, 2)}\n`

/** A name that every file system takes. */
export function fileNameOf({ name }: Pick<CustomStrategy, 'name'>): string {
  const words = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
  return `${words || 'strategy'}.strategy.json`
}
