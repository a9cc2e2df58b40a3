import { of, type Observable } from 'rxjs'
import * as z from 'zod/mini'
import { PROXY } from '#contract/paths.ts'
import {
  latestResponseSchema,
  recentResponseSchema,
  streamListResponseSchema,
  streamMetadataSchema,
  type StreamMetadata,
} from '#contract/streams.ts'
import { fromAbortable } from '#src/lib/from-abortable.ts'
import { failure, mapResult, type Result } from '#src/lib/result.ts'
import type { StreamApi } from '#src/streams/records/api.ts'
import type { Call, HttpRequest } from '../http/http.ts'
import { fillPath } from '../http/path.ts'

const LONE_SURROGATES = /\p{Surrogate}/gu
/** Path of a stream; undefined if its key would be a relative step. */
const pathOf = (path: string, key: string): string | undefined =>
  ['', '.', '..'].includes(key) ? undefined : fillPath(path, key.replace(LONE_SURROGATES, '\uFFFD'))

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
    { path: template, ...request }: HttpRequest<T>,
    pick: (reply: T) => R,
  ): Observable<Result<R>> => {
    const path = pathOf(template, key)
    return path === undefined ? of(failure('No stream can have this key')) : query({ ...request, path }, pick)
  }

  return {
    list: () => query({ path: PROXY.streams, schema: streamListResponseSchema }, ({ streams }) => streams),
    metadata: (key) => queryStream(key, { path: PROXY.metadata, schema: metadataReplySchema }, metadataOf),
    latest: (key) =>
      queryStream(key, { path: PROXY.latest, schema: latestResponseSchema }, (reply) => reply.latest_message),
    recent: (key, count) =>
      queryStream(
        key,
        { path: PROXY.recent, query: { count }, schema: recentResponseSchema },
        ({ messages }) => messages,
      ),
  }
}
