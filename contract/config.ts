import * as z from 'zod/mini'

const path = z.string().check(z.regex(/^\/(?!\/)|^https?:\/\//))
const socketPath = z.string().check(z.regex(/^\/(?!\/)|^wss?:\/\//))

/** /config.json: the backends of this client. Paths are relative to the page or absolute. */
export const clientConfigSchema = z.object({
  identity: path,
  tdp: path,
  proxy: path,
  strategy: path,
  sockets: z.object({ tdp: socketPath, analytics: socketPath }),
  /** Path of the external comparison chart's page; if absent the card shows a placeholder. */
  comparison: z.optional(path),
  version: z.string(),
})
export type ClientConfig = z.infer<typeof clientConfigSchema>

/** The part of /health that every page watches: whether changes and sign-ins are accepted; if not, `reason` is a sentence for users. */
export const writesSchema = z.object({
  writes: z.object({ status: z.enum(['accepted', 'refused']), reason: z.optional(z.string()) }),
})
