import * as z from 'zod/mini'
import { ADMIN_AREA } from './limits.ts'
import { roleSchema } from './roles.ts'

/** Times are ISO 8601 in UTC; every response is wrapped as `{success, data, error}`. */
const time = z.string()

export const adminUserSchema = z.object({
  id: z.string(),
  email: z.string(),
  username: z.string(),
  role: roleSchema,
  is_active: z.boolean(),
  created_at: time,
  last_login: z.nullable(time),
  /** Second factors; absent from an identity service that has none. */
  has_totp: z.optional(z.boolean()),
  passkeys: z.optional(z.number()),
  recovery_codes_left: z.optional(z.number()),
})
export type AdminUser = z.infer<typeof adminUserSchema>

export const adminUsersSchema = z.object({ users: z.array(adminUserSchema), total: z.number() })
export type AdminUsers = z.infer<typeof adminUsersSchema>
export const adminUserResponseSchema = z.object({ user: adminUserSchema })

/** A session with its user. `user_agent` identifies the device. */
export const adminSessionSchema = z.object({
  id: z.string(),
  user_id: z.string(),
  user_email: z.string(),
  ip_address: z.nullable(z.string()),
  created_at: time,
  last_activity_at: time,
  expires_at: time,
  is_revoked: z.boolean(),
  user_agent: z.optional(z.string()),
  /** Whether the request for the list came from this session. */
  is_current: z.optional(z.boolean()),
})
export type AdminSession = z.infer<typeof adminSessionSchema>

/** `total` counts all matches; the list holds the newest of them. */
export const adminSessionsSchema = z.object({ sessions: z.array(adminSessionSchema), total: z.optional(z.number()) })
export type AdminSessions = z.infer<typeof adminSessionsSchema>

/** A session of the requesting user. */
export const ownSessionSchema = z.extend(adminSessionSchema, { is_current: z.boolean() })
export type OwnSession = z.infer<typeof ownSessionSchema>
export const ownSessionsSchema = z.object({ sessions: z.array(ownSessionSchema) })

export const loginAttemptSchema = z.object({
  id: z.string(),
  email: z.string(),
  ip_address: z.nullable(z.string()),
  success: z.boolean(),
  failure_reason: z.nullable(z.string()),
  attempted_at: time,
})
export type LoginAttempt = z.infer<typeof loginAttemptSchema>
export const loginAttemptsSchema = z.object({ attempts: z.array(loginAttemptSchema), total: z.optional(z.number()) })
export type LoginAttempts = z.infer<typeof loginAttemptsSchema>

export const auditEntrySchema = z.object({
  id: z.string(),
  user_id: z.nullable(z.string()),
  user_email: z.nullable(z.string()),
  /** The present name of the actor. */
  user_name: z.optional(z.nullable(z.string())),
  action: z.string(),
  ip_address: z.nullable(z.string()),
  details: z.record(z.string(), z.unknown()),
  created_at: time,
  /** E-mail of the affected user, who may have been deleted since. */
  target_email: z.optional(z.nullable(z.string())),
})
export type AuditEntry = z.infer<typeof auditEntrySchema>
export const auditLogSchema = z.object({ entries: z.array(auditEntrySchema), total: z.optional(z.number()) })
export type AuditLog = z.infer<typeof auditLogSchema>

export const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const
export const severitySchema = z.enum(SEVERITIES)
export type Severity = z.infer<typeof severitySchema>

/** Ids of the rows in the two logs that triggered an alert; responses contain the newest only. */
export const evidenceSchema = z.object({
  login_attempts: z.array(z.string()),
  audit_entries: z.array(z.string()),
})
export type Evidence = z.infer<typeof evidenceSchema>
/** Total number of evidence rows in each log. */
export const evidenceCountsSchema = z.object({ login_attempts: z.number(), audit_entries: z.number() })

export const securityAlertSchema = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  severity: severitySchema,
  ip_address: z.nullable(z.string()),
  affected_user_email: z.nullable(z.string()),
  created_at: time,
  resolved: z.boolean(),
  evidence: z.optional(evidenceSchema),
  evidence_counts: z.optional(evidenceCountsSchema),
})
export type SecurityAlert = z.infer<typeof securityAlertSchema>
/** Open alerts first; `total` counts all. */
export const securityAlertsSchema = z.object({ alerts: z.array(securityAlertSchema), total: z.optional(z.number()) })
export type SecurityAlerts = z.infer<typeof securityAlertsSchema>
export const securityAlertResponseSchema = z.object({ alert: securityAlertSchema })

/** What an Admin looks after. Accounts are the active ones. */
export const adminOverviewSchema = z.object({
  /** Open security alerts. */
  open_alerts: z.record(severitySchema, z.number()),
  accounts_without_factor: z.object({ admins: z.number(), others: z.number() }),
  /** Failed sign-ins in each of the last 24 hours, oldest first. */
  failed_sign_ins: z.array(z.number()),
  /**
   * What failed: long jobs within the last 24 hours, months of the score-card since the start, and active models that are not scored.
   * A process without a market knows of backtests only.
   */
  failed_jobs: z.object({
    backtests: z.number(),
    imports: z.optional(z.number()),
    past_months: z.optional(z.number()),
    models: z.optional(z.number()),
  }),
  /** What the server has trouble with, in words, as /health reports it. */
  trouble: z.array(z.string()),
  /** When the last backup was made; null before the first. Absent with PostgreSQL, which has tools of its own. */
  last_backup: z.optional(z.nullable(time)),
})
export type AdminOverview = z.infer<typeof adminOverviewSchema>

export const roleChangeSchema = z.object({ role: roleSchema })
export const statusChangeSchema = z.object({ is_active: z.boolean() })
/** Optional request body of a deletion. */
export const deletionSchema = z.nullish(
  z.object({ reason: z.nullish(z.string().check(z.maxLength(ADMIN_AREA.maxReason))) }),
)

export const sessionsRevokedSchema = z.object({ sessions_revoked: z.number() })
export const sessionsDeletedSchema = z.object({ deleted_count: z.number() })

export const passwordChangeSchema = z.object({
  current_password: z.string().check(z.maxLength(4_096)),
  new_password: z.string().check(z.maxLength(4_096)),
})
export type PasswordChange = z.infer<typeof passwordChangeSchema>
