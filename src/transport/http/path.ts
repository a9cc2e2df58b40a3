/** Replaces the `:names` of a path by the encoded values, in order. */
export const fillPath = (path: string, ...values: readonly string[]): string => {
  const remaining = [...values]
  return path.replace(/:\w+/g, () => encodeURIComponent(remaining.shift() ?? ''))
}
