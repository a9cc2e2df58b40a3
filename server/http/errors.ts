import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors, isResponseSerializationError } from 'fastify-type-provider-zod'
import { DEFAULT_BASES } from '#contract/paths.ts'

/** A request that cannot be served, with a message for the client. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string>>
  /** Machine-readable cause, sent with the message. */
  readonly reason: string | undefined

  constructor(
    statusCode: number,
    message: string,
    headers: Readonly<Record<string, string>> = {},
    more: ErrorOptions & { readonly reason?: string } = {},
  ) {
    super(message, more)
    this.statusCode = statusCode
    this.headers = headers
    this.reason = more.reason
  }
}

/** Another process should have answered, but there is none, or it does not answer. */
export class LeaderUnavailable extends Error {
  override readonly name = 'LeaderUnavailable'
  override readonly message = 'The process that runs the analysis does not respond. Please try again in a moment.'
  readonly retryAfterS = 2
}

/** A failure of a service with a message for the client, such as an unavailable database. */
export interface KnownFailure {
  readonly statusCode: number
  readonly message: string
  readonly retryAfterS?: number
  /** Concerns every request alike and is logged elsewhere, once. */
  readonly isLogged?: boolean
}

const MAX_TEXT = 500

/** Messages for Fastify's errors, by code. */
const MESSAGES: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is too large: at most 1 MiB.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Unsupported content type: send application/json.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body is not as long as Content-Length says.',
  FST_ERR_BAD_URL: 'The address is not validly encoded.',
  FST_PROTO_VIOLATION: 'A field must not have the name of an object property, such as __proto__.',
  FST_PARTS_LIMIT: 'The form has too many parts.',
  FST_FIELDS_LIMIT: 'The form has too many parts.',
  FST_FILES_LIMIT: 'The form has too many parts.',
  FST_ERR_MAX_PARAM_LENGTH: 'A part of the address is too long.',
}

/** The body of every failure; of strategies it has the text as `detail` too. */
export const failureBody = (url: string, text: string, reason?: string): object => ({
  success: false,
  error: text,
  ...(url.startsWith(`${DEFAULT_BASES.strategy}/`) && { detail: text }),
  ...(reason !== undefined && { reason }),
})

interface Failure {
  readonly status: number
  readonly text: string
  readonly headers?: Readonly<Record<string, string>>
  readonly reason?: string | undefined
  readonly isLogged?: boolean | undefined
}

/** The response to `error`. Messages of internal errors never reach the client. */
function toFailure(error: unknown, toKnownFailure: (error: unknown) => KnownFailure | undefined): Failure {
  if (error instanceof RequestError) {
    return { status: error.statusCode, text: error.message, headers: error.headers, reason: error.reason }
  }
  if (hasZodFastifySchemaValidationErrors(error)) return { status: 400, text: formatIssues(error) }
  const known = toKnownFailure(error)
  if (known) {
    const headers = known.retryAfterS === undefined ? {} : { 'retry-after': String(known.retryAfterS) }
    return { status: known.statusCode, text: known.message, headers, isLogged: known.isLogged }
  }
  const { code, statusCode } = isFastifyError(error) ? error : {}
  if (isResponseSerializationError(error) || statusCode === undefined || statusCode < 400 || statusCode >= 500) {
    return { status: 500, text: 'Internal server error' }
  }
  return { status: statusCode, text: (code && MESSAGES[code]) ?? STATUS_CODES[statusCode] ?? 'Bad Request' }
}

const isFastifyError = (error: unknown): error is Partial<FastifyError> => error instanceof Error

/** `email: must be text; password: is missing`: the first error of each field. */
function formatIssues(error: { validation: readonly { instancePath?: string; message?: string }[] }): string {
  const texts = new Map<string, string>()
  for (const { instancePath = '', message = 'Invalid' } of error.validation) {
    const field = instancePath.split('/').filter(Boolean).join('.')
    if (!texts.has(field)) texts.set(field, field ? `${field}: ${message}` : `The request ${message}`)
  }
  return [...texts.values()].join('; ').slice(0, MAX_TEXT)
}

/** Responds to every error in the format of its service, and logs server errors. */
export const errorHandler =
  (toKnownFailure: (error: unknown) => KnownFailure | undefined) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const { status, text, headers = {}, reason, isLogged = false } = toFailure(error, toKnownFailure)
    if (status >= 500 && !isLogged) request.log.error({ err: error }, 'request failed')
    void reply
      .code(status)
      .headers(headers)
      // A static file that failed may already have set its own type.
      .type('application/json; charset=utf-8')
      .send(failureBody(request.url, text, reason))
  }
