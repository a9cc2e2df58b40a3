import * as z from 'zod/mini'
import { writesSchema } from './config.ts'
import { marketSchema } from './provenance.ts'

/** What stores the log of streams. */
export const streamLogEngineSchema = z.enum(['memory', 'redis'])
export type StreamLogEngine = z.infer<typeof streamLogEngineSchema>

/** /health: 200 if `status` is healthy or degraded, otherwise 503, with the same body. */
export const healthSchema = z.object({
  status: z.enum(['healthy', 'degraded', 'error']),
  version: z.string(),
  /** What the process does: `worker` runs market and analysis, `gateway` serves clients, `all` does both. */
  role: z.enum(['all', 'worker', 'gateway']),
  uptime_s: z.number(),
  /** Durability of acknowledged writes: `fsync` on disk, `process` safe only against the death of the process. */
  durability: z.enum(['fsync', 'process']),
  database: z.object({ status: z.enum(['ready', 'unavailable']), engine: z.enum(['embedded', 'postgresql']) }),
  /**
   * Whether this process runs market and analysis: `uncertain` while it cannot renew its right to. `token` grows with each change
   * of the process that does, `since` is when this one began to, unix ms; null until then. Absent for a gateway, which never does.
   */
  leadership: z.optional(
    z.object({
      status: z.enum(['leader', 'standby', 'uncertain', 'deposed']),
      token: z.nullable(z.number()),
      since: z.nullable(z.number()),
    }),
  ),
  ...writesSchema.shape,
  /**
   * The connection over which the processes on one database notify each other: `none` with the embedded database, which has one process. `latency_ms`
   * is the time an event takes, null before the first measurement.
   */
  bus: z.object({
    status: z.enum(['none', 'connected', 'disconnected']),
    latency_ms: z.nullable(z.number()),
    reconnects: z.number(),
  }),
  /**
   * The pages of the embedded database's files, compared with their checksums at the start, and those of large tables in the
   * background after it; `stopped` if that failed. Absent with PostgreSQL, which has tools of its own, and while a full disk lets the database be read only.
   */
  database_files: z.optional(
    z.object({ status: z.enum(['checking', 'intact', 'damaged', 'stopped']), checked_mib: z.number() }),
  ),
  /** The volume of the data directory; `full` is too full for a write. Absent at a gateway, which needs none. */
  disk: z.optional(z.object({ status: z.enum(['ok', 'full']), free_mib: z.number() })),
  market: marketSchema,
  /** Age of the newest data of the pair that has waited longest, in seconds of wall time; null before the first. */
  market_data: z.object({ status: z.enum(['current', 'overdue']), age_s: z.nullable(z.number()) }),
  /** The log of streams; while it is `unavailable` the analysis waits, and what it has published can be read. */
  stream_log: z.object({ status: z.enum(['ready', 'unavailable']), engine: streamLogEngineSchema }),
  /** Uploaded models; `file_missing` counts those that cannot be used because their file is missing. Absent at a gateway. */
  models: z.optional(z.object({ status: z.enum(['ready', 'incomplete', 'unavailable']), file_missing: z.number() })),
  /** The longest time the event loop was blocked within the last minute. */
  event_loop: z.object({ worst_lag_ms: z.number() }),
  errors: z.array(z.string()),
})
export type Health = z.infer<typeof healthSchema>

/** /health/ready: 200 while the process takes all requests, otherwise 503, with the same body. */
export const readinessSchema = z.object({ status: z.enum(['ready', 'not ready']) })

/** /health/live: 200 while the process responds, whatever the state of what it depends on. */
export const livenessSchema = z.object({ status: z.literal('alive'), uptime_s: z.number() })
