const HIDDEN = '***'

/** Patterns of secrets within a text: bearer tokens, JSON web tokens, parameters, e-mail addresses. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/\b(bearer|basic)\s+\S+/gi, `$1 ${HIDDEN}`],
  [/\b[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}\b/g, HIDDEN],
  [/\b(token|ticket|secret|password)(["']?\s*[=:]\s*["']?)[^\s"'&,;}]+/gi, `$1$2${HIDDEN}`],
  [/\bcode=[^\s&"']+/gi, `code=${HIDDEN}`],
  [/(\/\/)[^/\s@]+@/g, '$1'],
  [/[^\s@"'<>()=:,;/]+@[^\s@"'<>():,;/]+/g, HIDDEN],
]
const SECRET_NAMES = /token|ticket|secret|password|authorization|cookie|e-?mail/i

const scrubText = (text: string): string =>
  SECRETS.reduce((scrubbed, [secret, instead]) => scrubbed.replace(secret, instead), text)

/** A deep copy with tokens, passwords and e-mail addresses replaced. */
export function scrub(value: unknown): unknown {
  if (typeof value === 'string') return scrubText(value)
  if (Array.isArray(value)) return value.map(scrub)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, fieldValue]) => [
      scrubText(name),
      SECRET_NAMES.test(name) && typeof fieldValue === 'string' ? HIDDEN : scrub(fieldValue),
    ]),
  )
}
