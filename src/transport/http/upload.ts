import { MODEL_LIMITS } from '#contract/limits.ts'
import { failure } from '#src/lib/result.ts'
import { ABORTED, NETWORK, timedOut, type HttpResult } from './failures.ts'
import { urlOf, type Call, type HttpRequest } from './http.ts'
import { parseResponse } from './response.ts'

export interface UploadDeps {
  /** XMLHttpRequest, because `fetch` does not report upload progress. */
  readonly newRequest: () => XMLHttpRequest
  /** Base address of the service, without a trailing slash. */
  readonly base: string
}

export interface Upload {
  /** A form, or a file as it is. */
  readonly body: FormData | Blob
  /** Called with the sent fraction of the body, 0 to 1. */
  readonly onProgress: (fraction: number) => void
}

/**
 * A call that sends a form or a file and reports its progress. There is no total timeout: it is aborted after a time without
 * progress.
 */
export const createUpload =
  ({ newRequest, base }: UploadDeps, { body, onProgress }: Upload): Call =>
  <T>(request: HttpRequest<T>) =>
    new Promise<HttpResult<T>>((resolve) => {
      const { method = 'POST', headers = {}, signal, timeoutMs = MODEL_LIMITS.uploadSilenceMs } = request
      if (signal?.aborted) {
        resolve(failure(ABORTED))
        return
      }
      const http = newRequest()
      let timer: ReturnType<typeof setTimeout> | undefined
      const settle = (result: HttpResult<T>) => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
        resolve(result)
      }
      const abort = () => {
        http.abort()
        settle(failure(ABORTED))
      }
      const wait = () => {
        clearTimeout(timer)
        timer = setTimeout(() => {
          http.abort()
          settle(failure(timedOut(timeoutMs)))
        }, timeoutMs)
      }
      http.upload.addEventListener('progress', ({ loaded, total }) => {
        wait()
        if (total > 0) onProgress(Math.min(1, loaded / total))
      })
      http.addEventListener('load', () => {
        const { status, statusText, responseText: text } = http
        settle(parseResponse({ status, statusText, text }, request))
      })
      http.addEventListener('error', () => settle(failure(NETWORK)))
      signal?.addEventListener('abort', abort)
      http.open(method, urlOf(base, request))
      http.withCredentials = true
      for (const [name, value] of Object.entries({ accept: 'application/json', ...headers })) {
        http.setRequestHeader(name, value)
      }
      wait()
      http.send(body)
    })
