import { Link } from '@tanstack/react-router'
import { Mail, MonitorSmartphone, ShieldAlert, Users } from 'lucide-react'
import { useState } from 'react'
import { useRemoteQuery } from '#src/app/use-remote-data.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { PageHeader } from '#src/ui/cards/PageHeader.tsx'
import { button } from '#src/ui/controls/Button.css.ts'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { formatNumber } from '#src/ui/format/number.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import { tone } from '#src/ui/theme/tone.css.ts'
import { neutralTileValue, row, screen, tile, tileNote, tiles, tileValue, twoColumns } from '../admin.css.ts'
import { useAdminApi } from '../useAdminApi.ts'
import { Overview } from './Overview.tsx'
import { failureTone, loadStats, type Stats } from './stats.ts'

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
  return (
    <div className={screen}>
      <PageHeader title="Admin Dashboard" subtitle="Users, invitations and sign-in attempts" />
      <AsyncContent data={stats} loading="Loading dashboard stats..." failed="Failed to load dashboard stats">
        {(value) => (
          <div className={screen}>
            <StatTiles stats={value} />
            <div className={twoColumns}>
              <Overview at={stats.at} isLoading={stats.isLoading} onRefresh={stats.reload} />
              <QuickActions />
            </div>
          </div>
        )}
      </AsyncContent>
    </div>
  )
}
