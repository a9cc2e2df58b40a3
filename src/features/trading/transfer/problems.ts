import type * as z from 'zod/mini'

/** Zod's message when the schema defines none. */
const DEFAULT_MESSAGE = 'Invalid input'

/** Formats a path as `signal_sources[0].name`. */
const formatPath = (path: readonly PropertyKey[]): string =>
  path
    .map(String)
    .join('.')
    .replace(/\.(\d+)/g, '[$1]')

function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.message !== DEFAULT_MESSAGE) return issue.message
  if (issue.code === 'invalid_type')
    return issue.input === undefined ? 'is missing' : `must be of type ${issue.expected}`
  if (issue.code === 'invalid_value') return `must be ${issue.values.map(String).join(' or ')}`
  if (issue.code === 'too_small')
    return `must be ${issue.inclusive === false ? 'above' : 'at least'} ${issue.minimum}${unitOf(issue.origin)}`
  if (issue.code === 'too_big')
    return `must be ${issue.inclusive === false ? 'below' : 'at most'} ${issue.maximum}${unitOf(issue.origin)}`
  return 'is not valid'
}

function unitOf(origin: string): string {
  if (origin === 'string') return ' characters'
  return origin === 'array' ? ' entries' : ''
}

/** Message of a validation issue: the path, and what the value must be. */
export const problemText = (issue: z.core.$ZodIssue): string =>
  issue.path.length === 0 ? `The document ${messageOf(issue)}` : `${formatPath(issue.path)} ${messageOf(issue)}`
