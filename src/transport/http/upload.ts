import { MODEL_LIMITS } from '#contract/limits.ts'
import { ABORTED, httpFailure, NETWORK, timedOut, type HttpFailure, type HttpResult } from './failures.ts'
import type { Call } from './http.ts'
import { parseJson } from '../json.ts'
import { parseServerReason, parseServerMessage } from './server-message.ts'

export interface UploadDeps {
  /** XMLHttpRequest, because `fetch` does not report upload progress. */
  readonly newRequest: () => XMLHttpRequest
  /** Base address of the service, without a trailing slash. */
  readonly base: string
}

export interface Upload {
  readonly form: FormData
  /** Called with the sent fraction of the body, 0 to 1. */
  readonly onProgress: (fraction: number) => void
}

const failed = (failure: HttpFailure): HttpResult<never> => ({ ok: false, failure })

/**
 * A call that sends a form and reports its progress. There is no total timeout: it is aborted after a time without
 * progress.
 */
export const createUpload =
  ({ newRequest, base }: UploadDeps, { form, onProgress }: Upload): Call =>
  (request) =>
    new Promise((resolve) => {
      const { path, method = 'POST', headers = {}, schema, signal, timeoutMs = MODEL_LIMITS.uploadSilenceMs } = request
      if (signal?.aborted) {
        resolve(failed(ABORTED))
        return
      }
      const http = newRequest()
      let timer: ReturnType<typeof setTimeout> | undefined
      const settle = (result: HttpResult<never> | Awaited<ReturnType<typeof read>>) => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
        resolve(result)
      }
      const abort = () => {
        http.abort()
        settle(failed(ABORTED))
      }
      const wait = () => {
        clearTimeout(timer)
        timer = setTimeout(() => {
          http.abort()
          settle(failed(timedOut(timeoutMs)))
        }, timeoutMs)
      }
      const read = () => {
        const body = parseJson(http.responseText)
        const { status, statusText } = http
        if (status < 200 || status > 299) {
          const [serverMessage, reason] = [parseServerMessage(body), parseServerReason(body)]
          return failed(httpFailure(status, statusText, { serverMessage, reason, structured: body !== undefined }))
        }
        const parsed = schema.safeParse(body)
        if (parsed.success) return { ok: true as const, value: parsed.data }
        return failed({
          kind: 'shape',
          status,
          text: 'Unexpected answer from the server',
          serverMessage: parseServerMessage(body),
        })
      }
      http.upload.addEventListener('progress', ({ loaded, total }) => {
        wait()
        if (total > 0) onProgress(Math.min(1, loaded / total))
      })
      http.addEventListener('load', () => settle(read()))
      http.addEventListener('error', () => settle(failed(NETWORK)))
      signal?.addEventListener('abort', abort)
      http.open(method, `${base.replace(/\/+$/, '')}${path}`)
      http.withCredentials = true
      for (const [name, value] of Object.entries({ accept: 'application/json', ...headers })) {
        http.setRequestHeader(name, value)
      }
      wait()
      http.send(form)
    })
