import { parseJson } from '#src/lib/json.ts'
import { failure, success } from '#src/lib/result.ts'
import { statusTextOf, type HttpResult } from './failures.ts'
import type { HttpRequest } from './http.ts'
import { parseServerMessage, parseServerReason } from './server-message.ts'

/** A complete response, before it is parsed. */
export interface RawResponse {
  readonly status: number
  readonly statusText: string
  readonly text: string
  /** The `Retry-After` header, if any. */
  readonly retryAfter?: string | null
}

/** Parses a response. The bodies of successes, and of `acceptStatuses`, have to fit the schema. */
export function parseResponse<T>(
  { status, statusText: rawStatusText, text, retryAfter }: RawResponse,
  { schema, acceptStatuses, isText = false }: Pick<HttpRequest<T>, 'schema' | 'acceptStatuses' | 'isText'>,
): HttpResult<T> {
  const isOk = status >= 200 && status <= 299
  const body = isText && isOk ? text : parseJson(text)
  const parsed = isOk || acceptStatuses?.includes(status) ? schema.safeParse(body) : undefined
  if (parsed?.success) return success(parsed.data)
  const serverMessage = parseServerMessage(body)
  if (isOk) return failure({ kind: 'shape', status, text: 'Unexpected answer from the server', serverMessage })
  const statusText = statusTextOf(status, rawStatusText)
  return failure({
    kind: 'http',
    status,
    statusText,
    text: `HTTP ${status}: ${statusText}`,
    serverMessage,
    reason: parseServerReason(body),
    retryAfterS: /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) : undefined,
    structured: body !== undefined,
  })
}
