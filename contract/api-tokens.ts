import * as z from 'zod/mini'
import { API_TOKEN } from './limits.ts'

/** What an API token may be allowed to do. None reaches the admin area or an account. */
export const API_SCOPES = [
  'market:read',
  'streams:read',
  'strategies:read',
  'strategies:write',
  'paper:read',
  'paper:write',
  'models:read',
  'models:write',
] as const
export const apiScopeSchema = z.enum(API_SCOPES)
export type ApiScope = z.infer<typeof apiScopeSchema>

/** Times are ISO 8601 in UTC. */
const time = z.string()

export const apiTokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(apiScopeSchema),
  created_at: time,
  expires_at: time,
  /** To the quarter of an hour; null if it was never used. */
  last_used_at: z.nullable(time),
})
export type ApiToken = z.infer<typeof apiTokenSchema>

/** The user's tokens that can still be used. */
export const apiTokensSchema = z.object({ tokens: z.array(apiTokenSchema) })

export const createApiTokenSchema = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(API_TOKEN.maxName)),
  scopes: z.array(apiScopeSchema).check(z.minLength(1), z.maxLength(API_SCOPES.length)),
  days: z.int().check(z.minimum(1), z.maximum(API_TOKEN.maxDays)),
})
export type CreateApiToken = z.infer<typeof createApiTokenSchema>

/** `secret` is the token itself, which is never shown again. */
export const createdApiTokenSchema = z.object({ token: apiTokenSchema, secret: z.string() })
export type CreatedApiToken = z.infer<typeof createdApiTokenSchema>
