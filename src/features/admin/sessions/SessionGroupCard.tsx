import { ChevronRight } from 'lucide-react'
import { memo, useId, useMemo } from 'react'
import type { AdminSession } from '#contract/admin.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { VisuallyHidden } from '#src/ui/text/VisuallyHidden.tsx'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import { sessionColumns } from './columns.tsx'
import { RowLink } from '../RowLink.tsx'
import { LogLinks, isOwn, You } from '../UserLinks.tsx'
import { canForceLogout, type SessionGroup } from './groups.ts'
import * as css from './sessions.css.ts'

export interface SessionGroupCardProps {
  readonly group: SessionGroup
  readonly ownEmail: string | undefined
  readonly now: number
  readonly isOpen: boolean
  readonly onToggle: (userId: string) => void
  readonly onRevoke: (session: AdminSession) => void
  readonly onForceLogout: (group: SessionGroup) => void
}

/** One user's sessions, collapsible. */
export const SessionGroupCard = memo(function SessionGroupCard(props: SessionGroupCardProps) {
  const { group, ownEmail, now, isOpen, onToggle, onRevoke, onForceLogout } = props
  const id = useId()
  const columns = useMemo(() => sessionColumns(now, onRevoke), [now, onRevoke])
  return (
    <li className={css.group}>
      <div className={css.header}>
        <h3 className={css.heading}>
          <button
            type="button"
            className={css.toggle}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => onToggle(group.userId)}
          >
            <ChevronRight size={16} aria-hidden="true" className={css.arrow} />
            {group.email}
            {isOwn(group.email, ownEmail) ? <You /> : null}
          </button>
        </h3>
        <span className={css.counts} title="Active: neither revoked nor expired">
          <span>{group.active} active</span>
          <span>{group.total} total</span>
        </span>
        <RowLink to="/admin/users" search={{ user: group.userId }}>
          User <VisuallyHidden>{group.email}</VisuallyHidden>
        </RowLink>
        <LogLinks email={group.email} />
        {canForceLogout(group) ? (
          <Button size="small" variant="danger" onClick={() => onForceLogout(group)}>
            Force Logout All <VisuallyHidden>sessions of {group.email}</VisuallyHidden>
          </Button>
        ) : null}
      </div>
      {isOpen ? (
        <div id={id} className={css.body}>
          <DataTable
            caption={`Sessions of ${group.email}`}
            columns={columns}
            rows={group.sessions}
            rowId={(session) => session.id}
          />
        </div>
      ) : null}
    </li>
  )
})
