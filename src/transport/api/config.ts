import { clientConfigSchema, type ClientConfig } from '#contract/config.ts'
import { CONFIG_PATH } from '#contract/paths.ts'
import type { HttpResult } from '../http/failures.ts'
import { createCall, type Fetch } from '../http/http.ts'

/** Loads the addresses of the backends, before any other request. */
export const loadConfig = (fetch: Fetch): Promise<HttpResult<ClientConfig>> =>
  createCall(fetch, '')({ path: CONFIG_PATH, schema: clientConfigSchema })
