import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { RefreshButton } from '#src/ui/controls/RefreshButton.tsx'
import { Card } from '#src/ui/cards/Card.tsx'
import { VisuallyHidden } from '#src/ui/text/VisuallyHidden.tsx'
import { formatExact } from '#src/ui/format/time.ts'
import { Help } from '#src/ui/overlays/Help.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { overviewRow, link } from './Overview.css.ts'

export interface OverviewProps {
  /** Time of loading, unix ms. */
  readonly at: number | undefined
  readonly isLoading: boolean
  readonly onRefresh: () => void
}

function OverviewRow({
  name,
  says,
  children,
}: {
  readonly name: string
  /** What is counted. */
  readonly says: string
  readonly children: ReactNode
}) {
  return (
    <li className={overviewRow}>
      <span>
        {name} <span className={layout.muted}>{says}</span>
      </span>
      <span className={link}>{children}</span>
    </li>
  )
}

const viewLabel = (target: string) => (
  <>
    View <VisuallyHidden>{target}</VisuallyHidden>
  </>
)

/** What is behind each of the statistics, with links to the filtered screens. */
export function Overview({ at, isLoading, onRefresh }: OverviewProps) {
  return (
    <Card
      title="System Overview"
      help={<Help of="System Overview" topic="overview" />}
      flush
      trailing={<RefreshButton size="small" isLoading={isLoading} onRefresh={onRefresh} />}
      footer={at === undefined ? undefined : <span>As of {formatExact(at)}</span>}
    >
      <ul>
        <OverviewRow name="User accounts" says="Active or not">
          <Link to="/admin/users">{viewLabel('users')}</Link>
        </OverviewRow>
        <OverviewRow name="Active sessions" says="Neither revoked nor expired">
          <Link to="/admin/sessions" search={{ status: 'active' }}>
            {viewLabel('active sessions')}
          </Link>
        </OverviewRow>
        <OverviewRow name="Pending invitations" says="Not used yet, and still valid">
          <Link to="/admin/invitations" search={{ status: 'pending' }}>
            {viewLabel('pending invitations')}
          </Link>
        </OverviewRow>
        <OverviewRow name="Failed sign-ins" says="Of the last 24 hours">
          <Link to="/admin/security" search={{ tab: 'attempts', outcome: 'failed' }}>
            {viewLabel('failed logins')}
          </Link>
        </OverviewRow>
      </ul>
    </Card>
  )
}
