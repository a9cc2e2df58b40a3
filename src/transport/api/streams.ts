import { of, type Observable } from 'rxjs'
import * as z from 'zod/mini'
import * as PROXY from '#contract/endpoints/stream-proxy.ts'
import { streamMetadataSchema, type StreamMetadata } from '#contract/streams.ts'
import { fromAbortable } from '#src/lib/from-abortable.ts'
import { failure, mapResult, type Result } from '#src/lib/result.ts'
import type { StreamApi } from '#src/streams/records/api.ts'
import type { Call, HttpRequest } from '../http/http.ts'
import { requestOf } from '../http/request-of.ts'

const LONE_SURROGATES = /\p{Surrogate}/gu
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

/** The stream-proxy API. */
export function createStreamApi(call: Call): StreamApi {
  const query = <T, R>(request: HttpRequest<T>, pick: (reply: T) => R): Observable<Result<R>> =>
    fromAbortable(async (signal) => mapResult(await call({ ...request, signal }), pick, ({ text }) => text))

  const queryStream = <T, R>(
    key: string,
    requestFor: (params: { readonly streamKey: string }) => HttpRequest<T>,
    pick: (reply: T) => R,
  ): Observable<Result<R>> => {
    // Keys that would be a relative step in the path.
    if (['', '.', '..'].includes(key)) return of(failure('No stream can have this key'))
    return query(requestFor({ streamKey: key.replace(LONE_SURROGATES, '\uFFFD') }), pick)
  }

  return {
    list: () => query(requestOf(PROXY.streams), ({ streams }) => streams),
    metadata: (key) =>
      queryStream(
        key,
        (params) => ({ ...requestOf(PROXY.metadata, { params }), schema: metadataReplySchema }),
        metadataOf,
      ),
    latest: (key) =>
      queryStream(
        key,
        (params) => requestOf(PROXY.latest, { params }),
        (reply) => reply.latest_message,
      ),
    recent: (key, count) =>
      queryStream(
        key,
        (params) => requestOf(PROXY.recent, { params, query: { count } }),
        ({ messages }) => messages,
      ),
  }
}
