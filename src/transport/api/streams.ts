import { from, map, Observable, of } from 'rxjs'
import * as z from 'zod/mini'
import { PROXY } from '#contract/paths.ts'
import {
  latestResponseSchema,
  recentResponseSchema,
  streamListResponseSchema,
  streamMetadataSchema,
  type StreamMessage,
  type StreamMetadata,
} from '#contract/streams.ts'
import type { Call, HttpRequest } from '../http/http.ts'

type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string }

/** The stream-proxy API. All observables are cold, emit once, and abort on unsubscription. */
interface StreamApi {
  readonly list: () => Observable<Result<readonly string[]>>
  readonly metadata: (key: string) => Observable<Result<StreamMetadata>>
  readonly latest: (key: string) => Observable<Result<StreamMessage | null>>
  readonly recent: (key: string, count: number) => Observable<Result<readonly StreamMessage[]>>
}

const request = <T>(call: Call, request: HttpRequest<T>): Observable<Result<T>> =>
  new Observable((subscriber) => {
    const controller = new AbortController()
    subscriber.add(() => controller.abort())
    from(call({ ...request, signal: controller.signal }))
      .pipe(map((result): Result<T> => (result.ok ? result : { ok: false, error: result.failure.text })))
      .subscribe(subscriber)
  })

const mapResult =
  <T, R>(change: (value: T) => R) =>
  (results$: Observable<Result<T>>): Observable<Result<R>> =>
    results$.pipe(map((result) => (result.ok ? { ok: true, value: change(result.value) } : result)))

const LONE_SURROGATES = /\p{Surrogate}/gu
/** Encoded path segment of a key, or undefined if it would be a relative step. */
const partOf = (key: string): string | undefined =>
  ['', '.', '..'].includes(key) ? undefined : encodeURIComponent(key.replace(LONE_SURROGATES, '\uFFFD'))

function requestStream<T>(
  call: Call,
  path: string,
  key: string,
  options: Omit<HttpRequest<T>, 'path'>,
): Observable<Result<T>> {
  const part = partOf(key)
  if (part === undefined) return of({ ok: false, error: 'No stream can have this key' })
  return request(call, { ...options, path: path.replace(':streamKey', () => part) })
}

const metadataReplySchema = z.object({
  length: z.optional(z.unknown()),
  last_generated_id: z.optional(z.unknown()),
  timestamp: z.optional(z.unknown()),
})

/** Missing and invalid values get defaults. */
function metadataOf(reply: z.infer<typeof metadataReplySchema>): StreamMetadata {
  const { length, last_generated_id, timestamp } = streamMetadataSchema.shape
  return {
    length: length.safeParse(reply.length).data ?? 0,
    last_generated_id: last_generated_id.safeParse(reply.last_generated_id).data ?? null,
    timestamp: timestamp.safeParse(reply.timestamp).data ?? null,
  }
}

export const createStreamApi = (call: Call): StreamApi => ({
  list: () =>
    request(call, { path: PROXY.streams, schema: streamListResponseSchema }).pipe(mapResult(({ streams }) => streams)),
  metadata: (key) =>
    requestStream(call, PROXY.metadata, key, { schema: metadataReplySchema }).pipe(mapResult(metadataOf)),
  latest: (key) =>
    requestStream(call, PROXY.latest, key, { schema: latestResponseSchema }).pipe(
      mapResult(({ latest_message }) => latest_message),
    ),
  recent: (key, count) =>
    requestStream(call, PROXY.recent, key, { query: { count }, schema: recentResponseSchema }).pipe(
      mapResult(({ messages }) => messages),
    ),
})
