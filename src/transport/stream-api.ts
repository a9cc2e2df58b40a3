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
import type { Call, HttpRequest } from './http.ts'

type Answer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string }

/** The stream-proxy API. Each observable asks when subscribed, answers once, and aborts when unsubscribed. */
interface StreamApi {
  readonly list: () => Observable<Answer<readonly string[]>>
  readonly metadata: (key: string) => Observable<Answer<StreamMetadata>>
  readonly latest: (key: string) => Observable<Answer<StreamMessage | null>>
  readonly recent: (key: string, count: number) => Observable<Answer<readonly StreamMessage[]>>
}

const ask = <T>(call: Call, request: HttpRequest<T>): Observable<Answer<T>> =>
  new Observable((subscriber) => {
    const ending = new AbortController()
    subscriber.add(() => ending.abort())
    from(call({ ...request, signal: ending.signal }))
      .pipe(map((result): Answer<T> => (result.ok ? result : { ok: false, error: result.failure.text })))
      .subscribe(subscriber)
  })

const mapAnswer =
  <T, R>(change: (value: T) => R) =>
  (answers$: Observable<Answer<T>>): Observable<Answer<R>> =>
    answers$.pipe(map((answer) => (answer.ok ? { ok: true, value: change(answer.value) } : answer)))

const LONE_SURROGATES = /\p{Surrogate}/gu
/** Part of an address that stands for a key, or undefined for what an address would understand as a step. */
const partOf = (key: string): string | undefined =>
  ['', '.', '..'].includes(key) ? undefined : encodeURIComponent(key.replace(LONE_SURROGATES, '\uFFFD'))

function askOf<T>(call: Call, path: string, key: string, request: Omit<HttpRequest<T>, 'path'>): Observable<Answer<T>> {
  const part = partOf(key)
  if (part === undefined) return of({ ok: false, error: 'No stream can have this key' })
  return ask(call, { ...request, path: path.replace(':streamKey', () => part) })
}

const metadataReplySchema = z.object({
  length: z.optional(z.unknown()),
  last_generated_id: z.optional(z.unknown()),
  timestamp: z.optional(z.unknown()),
})

/** A backend may leave out what it does not know, or say what cannot be. */
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
    ask(call, { path: PROXY.streams, schema: streamListResponseSchema }).pipe(mapAnswer(({ streams }) => streams)),
  metadata: (key) => askOf(call, PROXY.metadata, key, { schema: metadataReplySchema }).pipe(mapAnswer(metadataOf)),
  latest: (key) =>
    askOf(call, PROXY.latest, key, { schema: latestResponseSchema }).pipe(
      mapAnswer(({ latest_message }) => latest_message),
    ),
  recent: (key, count) =>
    askOf(call, PROXY.recent, key, { query: { count }, schema: recentResponseSchema }).pipe(
      mapAnswer(({ messages }) => messages),
    ),
})
