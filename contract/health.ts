import * as z from 'zod/mini'
import { marketSchema } from './provenance.ts'

/** /health: 200 when `status` is healthy or degraded, 503 otherwise; always with this body. */
export const healthSchema = z.object({
  status: z.enum(['healthy', 'degraded', 'error']),
  version: z.string(),
  uptime_s: z.number(),
  /** How far acknowledged writes are safe: `fsync` to the disk, `process` only against the death of the process. */
  durability: z.enum(['fsync', 'process']),
  database: z.object({ status: z.enum(['ready', 'unavailable']), engine: z.enum(['embedded', 'postgresql']) }),
  market: marketSchema,
  /** The longest that the process was kept from its work within the last minute. */
  event_loop: z.object({ worst_lag_ms: z.number() }),
  errors: z.array(z.string()),
})
export type Health = z.infer<typeof healthSchema>
