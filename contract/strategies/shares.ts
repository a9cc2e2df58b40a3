import * as z from 'zod/mini'
import { ADMIN_AREA } from '../limits.ts'
import { timestampSchema } from '../time.ts'

/** The audience of a strategy that every Viewer may read. */
export const VIEWERS = 'viewers'

/** A user who may read a strategy of another. */
export const sharedPersonSchema = z.object({
  user_id: z.string(),
  email: z.string(),
  username: z.string(),
  /** Unix ms. */
  shared_at: timestampSchema,
})
export type SharedPerson = z.infer<typeof sharedPersonSchema>

/** GET …/shares, and the response of a share: who may read the strategy besides its owner. */
export const sharesResponseSchema = z.object({
  shares: z.object({ viewers: z.boolean(), people: z.array(sharedPersonSchema) }),
})
export type Shares = z.infer<typeof sharesResponseSchema>['shares']

/** Body of POST …/shares: every Viewer, or the Trader with this e-mail address. */
export const shareSchema = z.union([
  z.object({ audience: z.literal(VIEWERS) }),
  z.object({ email: z.string().check(z.minLength(3), z.maxLength(ADMIN_AREA.maxEmail)) }),
])
export type Share = z.infer<typeof shareSchema>
