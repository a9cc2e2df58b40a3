import { Link } from '@tanstack/react-router'
import type { AdminSession, AdminSessions, AdminUser } from '#contract/admin.ts'
import type { RemoteData } from '#src/lib/remote-data.ts'
import { KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import { formatExact, formatRelative } from '#src/ui/format/time.ts'
import { MINUTE_MS, useNow } from '#src/ui/format/useNow.ts'
import { isLive } from '../sessions/status.ts'
import { You } from '../You.tsx'

/** '2 hours ago · 2026-01-05 08:00:00 UTC'. */
const formatTime = (iso: string, now: number) => {
  const at = Date.parse(iso)
  return `${formatRelative(at, now)} · ${formatExact(at)}`
}

const countSessions = (sessions: readonly AdminSession[], now: number) =>
  `${sessions.filter((session) => isLive(session, now)).length} active, ${sessions.length} total`

export interface UserDetailsProps {
  readonly user: AdminUser
  readonly isOwn: boolean
  readonly sessions: RemoteData<AdminSessions>
}

/** Account data of a user, with links to their sessions and audit entries. */
export function UserDetails({ user, isOwn, sessions: { value, error } }: UserDetailsProps) {
  const now = useNow(MINUTE_MS)
  return (
    <KeyValueList
      items={[
        { label: 'User ID', value: user.id, mono: true },
        {
          label: 'Email',
          value: isOwn ? (
            <>
              {user.email}
              <You />
            </>
          ) : (
            user.email
          ),
        },
        { label: 'Username', value: user.username },
        { label: 'Created', value: formatTime(user.created_at, now) },
        { label: 'Last Login', value: user.last_login === null ? 'Never' : formatTime(user.last_login, now) },
        {
          label: 'Sessions',
          value: (
            <Link to="/admin/sessions" search={{ search: user.email }}>
              {value === undefined ? (error ?? 'View') : countSessions(value.sessions, now)}
            </Link>
          ),
        },
        {
          label: 'Sign-ins',
          value: (
            <Link to="/admin/security" search={{ email: user.email, hours: 168 }}>
              View login attempts
            </Link>
          ),
        },
        {
          label: 'Activity',
          value: (
            <Link to="/admin/security" search={{ tab: 'audit', user: user.id }}>
              View in the audit log
            </Link>
          ),
        },
      ]}
    />
  )
}
