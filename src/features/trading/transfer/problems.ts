import type * as z from 'zod/mini'

/** Formats a path as `signal_sources[0].name`. */
export const formatPath = (path: readonly PropertyKey[]): string =>
  path
    .map(String)
    .join('.')
    .replace(/\.(\d+)/g, '[$1]')

/** Message of a validation issue: the path, and what the value must be. */
export const problemText = ({ path, message }: z.core.$ZodIssue): string =>
  `${path.length === 0 ? 'The document' : formatPath(path)} ${message}`
