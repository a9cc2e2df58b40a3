import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { RefreshButton } from '#src/ui/controls/RefreshButton.tsx'
import { Card } from '#src/ui/cards/Card.tsx'
import { VisuallyHidden } from '#src/ui/text/VisuallyHidden.tsx'
import { formatNumber } from '#src/ui/format/number.ts'
import { formatExact } from '#src/ui/format/time.ts'
import { Help } from '#src/ui/overlays/Help.tsx'
import { value, overviewRow, link } from './Overview.css.ts'
import type { Stats } from './stats.ts'

export interface OverviewProps {
  readonly stats: Stats
  /** Time of loading, unix ms. */
  readonly at: number | undefined
  readonly isLoading: boolean
  readonly onRefresh: () => void
}

function OverviewRow({
  name,
  count,
  children,
}: {
  readonly name: string
  readonly count: number
  readonly children: ReactNode
}) {
  return (
    <li className={overviewRow}>
      <span>{name}</span>
      <span className={value}>{formatNumber(count)}</span>
      <span className={link}>{children}</span>
    </li>
  )
}

const viewLabel = (target: string) => (
  <>
    View <VisuallyHidden>{target}</VisuallyHidden>
  </>
)

/** The statistics with links to the filtered screens. */
export function Overview({ stats, at, isLoading, onRefresh }: OverviewProps) {
  return (
    <Card
      title="System Overview"
      help={<Help of="System Overview" topic="overview" />}
      flush
      trailing={<RefreshButton size="small" isLoading={isLoading} onRefresh={onRefresh} />}
      footer={at === undefined ? undefined : <span>As of {formatExact(at)}</span>}
    >
      <ul>
        <OverviewRow name="User accounts" count={stats.users}>
          <Link to="/admin/users">{viewLabel('users')}</Link>
        </OverviewRow>
        <OverviewRow name="Active sessions (neither revoked nor expired)" count={stats.activeSessions}>
          <Link to="/admin/sessions" search={{ status: 'active' }}>
            {viewLabel('active sessions')}
          </Link>
        </OverviewRow>
        <OverviewRow name="Pending invitations" count={stats.pendingInvitations}>
          <Link to="/admin/invitations" search={{ status: 'pending' }}>
            {viewLabel('pending invitations')}
          </Link>
        </OverviewRow>
        <OverviewRow name="Failed sign-ins in the last 24 hours" count={stats.failedLogins}>
          <Link to="/admin/security" search={{ tab: 'attempts', outcome: 'failed' }}>
            {viewLabel('failed logins')}
          </Link>
        </OverviewRow>
      </ul>
    </Card>
  )
}
