import { API } from '#contract/limits.ts'
import type { Result } from '#src/lib/result.ts'

const STATUS_TEXTS: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  411: 'Length Required',
  412: 'Precondition Failed',
  413: 'Payload Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Entity',
  423: 'Locked',
  425: 'Too Early',
  426: 'Upgrade Required',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  451: 'Unavailable For Legal Reasons',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
  505: 'HTTP Version Not Supported',
  507: 'Insufficient Storage',
  511: 'Network Authentication Required',
}

/** Status text. HTTP/2 and HTTP/3 carry none, so the standard text is used. */
export const statusTextOf = (status: number, statusText: string): string =>
  statusText.trim() || STATUS_TEXTS[status] || (status >= 500 ? 'Server Error' : 'Client Error')

/** Failure of a call. `text` is a message for users, `serverMessage` the server's own message if any. */
export type HttpFailure =
  | {
      readonly kind: 'http'
      readonly status: number
      readonly statusText: string
      readonly text: string
      readonly serverMessage: string | undefined
      /** Machine-readable cause, if the body has one. */
      readonly reason: string | undefined
      /** How long the server asks to wait before the next attempt, s. */
      readonly retryAfterS: number | undefined
      /** The body was JSON: the service itself answered, not a proxy in front of it. */
      readonly structured: boolean
    }
  /** A response with status 200 to 299 and an invalid body. */
  | {
      readonly kind: 'shape'
      readonly status: number
      readonly text: string
      readonly serverMessage: string | undefined
    }
  /** No response. `aborted`: by the caller; `unauthenticated`: not signed in, or no longer. */
  | {
      readonly kind: 'network' | 'timeout' | 'aborted' | 'unauthenticated'
      readonly status?: undefined
      readonly text: string
      readonly serverMessage?: undefined
    }

export type HttpResult<T> = Result<T, HttpFailure>

export const NETWORK: HttpFailure = { kind: 'network', text: 'No answer from the server' }
export const ABORTED: HttpFailure = { kind: 'aborted', text: 'Cancelled' }
export const timedOut = (ms: number = API.timeoutMs): HttpFailure => ({
  kind: 'timeout',
  text: `No answer within ${ms / 1000} s`,
})

/** The server's message, else why there was no valid response. */
export const messageOf = ({ serverMessage, text }: HttpFailure): string => serverMessage ?? text
