import * as z from 'zod/mini'
import { mapResult, type Result } from '#src/lib/result.ts'
import type { HttpFailure } from '../http/failures.ts'
import type { Call, HttpRequest } from '../http/http.ts'

const successSchema = z.object({ success: z.literal(true) })

/** Calls of a service that answers `{success: true, data}`. `toMessage` words their failures for users. */
export const createDataCalls = (call: Call, toMessage: (failure: HttpFailure) => string) => ({
  /** The `data` of the response. */
  fetchData: async <T>(request: HttpRequest<{ data: T }>): Promise<Result<T>> =>
    mapResult(await call(request), ({ data }) => data, toMessage),

  /** Only the success is read: responses to actions differ between backends. */
  mutate: async (request: Omit<HttpRequest<unknown>, 'schema'>): Promise<Result<undefined>> =>
    mapResult(await call({ ...request, schema: successSchema }), () => undefined, toMessage),
})
