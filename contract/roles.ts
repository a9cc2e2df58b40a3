import * as z from 'zod/mini'

export const ROLES = ['Viewer', 'Trader', 'Admin'] as const
export const roleSchema = z.enum(ROLES)
export type Role = z.infer<typeof roleSchema>

const RANK: Record<Role, number> = { Viewer: 1, Trader: 2, Admin: 3 }

/** True when `role` ranks at least as high as `required`. */
export const roleReaches = (role: Role, required: Role): boolean => RANK[role] >= RANK[required]
