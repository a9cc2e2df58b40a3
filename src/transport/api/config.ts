import type { ClientConfig } from '#contract/config.ts'
import { config } from '#contract/endpoints/service.ts'
import type { HttpResult } from '../http/failures.ts'
import { createCall, type Fetch } from '../http/http.ts'
import { requestOf } from '../http/request-of.ts'

/** Loads the addresses of the backends, before any other request. */
export const loadConfig = (fetch: Fetch): Promise<HttpResult<ClientConfig>> => createCall(fetch, '')(requestOf(config))
