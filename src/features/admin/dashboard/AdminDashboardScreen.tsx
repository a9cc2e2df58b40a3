import { Link } from '@tanstack/react-router'
import { Mail, MonitorSmartphone, ShieldAlert, Users } from 'lucide-react'
import { useState } from 'react'
import { ADMIN_AREA } from '#contract/limits.ts'
import type { AdminApi } from '#src/app/services.ts'
import { useRemoteQuery } from '#src/app/use-remote-data.ts'
import type { Result } from '#src/lib/result.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { PageHeader } from '#src/ui/cards/PageHeader.tsx'
import { button } from '#src/ui/controls/Button.css.ts'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { formatNumber } from '#src/ui/format/number.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import { neutralTileValue, row, screen, tile, tileNote, tiles, tileValue, twoColumns } from '../admin.css.ts'
import { useAdminApi } from '../useAdminApi.ts'
import { tone } from '#src/ui/theme/color.css.ts'
import { failureTone, SystemOverview } from './SystemOverview.tsx'

/** Dashboard statistics; `failedLogins` covers the last 24 hours. */
interface Stats {
  readonly users: number
  readonly activeSessions: number
  readonly pendingInvitations: number
  readonly failedLogins: number
}

/** Runs four calls in parallel. If one fails, all fail: partial statistics would look complete. */
const loadStats =
  (api: Pick<AdminApi, 'users' | 'sessions' | 'invitations' | 'attempts'>) =>
  async (_: null, signal: AbortSignal): Promise<Result<Stats>> => {
    const [users, sessions, invitations, attempts] = await Promise.all([
      api.users({ page: 1, page_size: 1 }, signal),
      api.sessions({ is_active: true }, signal),
      api.invitations({}, signal),
      api.attempts({ success: false, hours_back: ADMIN_AREA.hoursBackDefault }, signal),
    ])
    if (!users.ok) return users
    if (!sessions.ok) return sessions
    if (!invitations.ok) return invitations
    if (!attempts.ok) return attempts
    return {
      ok: true,
      value: {
        users: users.value.total,
        // Without a total the list is complete.
        activeSessions: sessions.value.total ?? sessions.value.sessions.length,
        pendingInvitations: invitations.value.counts.pending,
        failedLogins: attempts.value.total ?? attempts.value.attempts.length,
      },
    }
  }

interface TileProps {
  readonly name: string
  readonly value: number
  readonly title?: string
}

function Tile({ name, value, title }: TileProps) {
  return (
    <li className={tile} title={title}>
      <span className={layout.quiet}>{name}</span>
      <span className={neutralTileValue}>{formatNumber(value)}</span>
    </li>
  )
}

function FailedLogins({ value }: { readonly value: number }) {
  const valueTone = failureTone(value)
  return (
    <li className={`${tile} ${tone[valueTone]}`} data-tone={valueTone}>
      <span className={layout.quiet}>Failed Logins (24h)</span>
      <span className={tileValue}>{formatNumber(value)}</span>
      {value === 0 ? <span className={tileNote}>No failures</span> : null}
    </li>
  )
}

function StatTiles({ stats }: { readonly stats: Stats }) {
  return (
    <ul className={tiles} aria-label="Statistics">
      <Tile name="Total Users" value={stats.users} />
      <Tile name="Active Sessions" value={stats.activeSessions} title="Neither revoked nor expired" />
      <Tile name="Pending Invitations" value={stats.pendingInvitations} />
      <FailedLogins value={stats.failedLogins} />
    </ul>
  )
}

const secondaryButton = button({ variant: 'secondary', size: 'medium' })

function QuickActions() {
  return (
    <Card title="Quick Actions">
      <div className={row}>
        <Link
          to="/admin/invitations"
          search={{ create: true }}
          className={button({ variant: 'primary', size: 'medium' })}
        >
          <Mail size={16} aria-hidden="true" />
          Create Invitation
        </Link>
        <Link to="/admin/users" className={secondaryButton}>
          <Users size={16} aria-hidden="true" />
          Manage Users
        </Link>
        <Link to="/admin/sessions" className={secondaryButton}>
          <MonitorSmartphone size={16} aria-hidden="true" />
          View Sessions
        </Link>
        <Link to="/admin/security" search={{ tab: 'alerts' }} className={secondaryButton}>
          <ShieldAlert size={16} aria-hidden="true" />
          Security Alerts
        </Link>
      </div>
    </Card>
  )
}

export default function AdminDashboardScreen() {
  const api = useAdminApi()
  const [load] = useState(() => loadStats(api))
  const stats = useRemoteQuery(load, null)
  const overview = useRemoteQuery(api.overview, null)
  // Shown together, so that nothing moves.
  const isSettled = overview.value !== undefined || overview.error !== undefined
  const refresh = () => {
    stats.reload()
    overview.reload()
  }
  return (
    <div className={screen}>
      <PageHeader title="Admin Dashboard" subtitle="Users, invitations and sign-in attempts" />
      <AsyncContent
        data={isSettled ? stats : { ...stats, value: undefined }}
        loading="Loading dashboard stats..."
        failed="Failed to load dashboard stats"
      >
        {(value) => (
          <div className={screen}>
            <StatTiles stats={value} />
            <div className={twoColumns}>
              <SystemOverview overview={overview} onRefresh={refresh} />
              <QuickActions />
            </div>
          </div>
        )}
      </AsyncContent>
    </div>
  )
}
