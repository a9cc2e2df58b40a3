import * as z from 'zod/mini'
import { catch as orElse } from 'zod/mini'
import { ADMIN_AREA } from '#contract/limits.ts'
import { ROLES } from '#contract/roles.ts'

// What the addresses of the admin screens say. A part that makes no sense becomes undefined; left out, the router would
// keep it. This is part of the start of the client: no more than the routes need.

/** The router reads 7 and true in an address as what they look like. */
const text = orElse(
  z.optional(
    z.pipe(
      z.union([z.string(), z.number(), z.boolean()]),
      z.transform((value) => String(value).slice(0, ADMIN_AREA.maxEmail)),
    ),
  ),
  undefined,
)
const oneOf = <const Value extends string>(values: readonly Value[]) => orElse(z.optional(z.enum(values)), undefined)
const page = orElse(z.optional(z.int().check(z.gte(1))), undefined)
const hours = orElse(z.optional(z.literal(ADMIN_AREA.hoursBack)), undefined)

export const usersSearch = z.object({
  search: text,
  role: oneOf(ROLES),
  status: oneOf(['active', 'inactive']),
  page,
  /** Whose details are open. */
  user: text,
})

export const invitationsSearch = z.object({
  status: oneOf(['pending', 'used', 'expired', 'revoked']),
  /** The dialog that makes one is open. */
  create: orElse(z.optional(z.literal(true)), undefined),
})

export const sessionsSearch = z.object({ search: text, status: oneOf(['active', 'revoked']) })

export const securitySearch = z.object({
  tab: oneOf(['attempts', 'audit', 'alerts']),
  hours,
  ip: text,
  email: text,
  outcome: oneOf(['success', 'failed']),
  user: text,
  action: text,
  /** The alert whose rows are shown, whatever the other filters say. */
  alert: text,
})
export type SecuritySearch = z.infer<typeof securitySearch>
