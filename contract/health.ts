import * as z from 'zod/mini'
import { marketSchema } from './provenance.ts'

/** /health: 200 if `status` is healthy or degraded, otherwise 503, with the same body. */
export const healthSchema = z.object({
  status: z.enum(['healthy', 'degraded', 'error']),
  version: z.string(),
  uptime_s: z.number(),
  /** Durability of acknowledged writes: `fsync` on disk, `process` safe only against the death of the process. */
  durability: z.enum(['fsync', 'process']),
  database: z.object({ status: z.enum(['ready', 'unavailable']), engine: z.enum(['embedded', 'postgresql']) }),
  market: marketSchema,
  /** The longest time the event loop was blocked within the last minute. */
  event_loop: z.object({ worst_lag_ms: z.number() }),
  errors: z.array(z.string()),
})
export type Health = z.infer<typeof healthSchema>
