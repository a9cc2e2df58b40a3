/** Maximum length of a shown server message. */
const MAX_TEXT = 500
const MARKUP = /<[a-z!/?][^>]*>?/i

/** The server's message in a failed response: `error`, `detail` or `message`, as one safe, short line. */
export function parseServerMessage(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  for (const name of ['error', 'detail', 'message']) {
    const text = toText(Reflect.get(body, name))
    if (text) return text
  }
  return undefined
}

/** Machine-readable cause of a failed response. */
export function parseServerReason(body: unknown): string | undefined {
  const reason: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'reason') : undefined
  return typeof reason === 'string' ? reason : undefined
}

function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return shorten(value)
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value)) {
    const texts = value.map((part: unknown) => toText(part)).filter((text) => text !== undefined)
    return shorten(texts.join('; '))
  }
  return parseServerMessage(value) ?? toText(Reflect.get(value, 'msg')) ?? shorten(JSON.stringify(value))
}

function shorten(text: string): string | undefined {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed === '{}' || MARKUP.test(trimmed)) return undefined
  return trimmed.length > MAX_TEXT ? `${trimmed.slice(0, MAX_TEXT - 1)}…` : trimmed
}
