import { useState } from 'react'
import { Button } from '#src/ui/controls/Button.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { row, spaceBetween, stack } from '../admin.css.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import { SessionGroupCard, type SessionGroupCardProps } from './SessionGroupCard.tsx'
import type { SessionGroup } from './groups.ts'
import { list } from './sessions.css.ts'

export interface SessionGroupListProps extends Pick<
  SessionGroupCardProps,
  'ownEmail' | 'now' | 'onRevoke' | 'onForceLogout'
> {
  readonly groups: readonly SessionGroup[]
}

/** Users rendered initially and added by each Show More. */
const PAGE_SIZE = 50

const EMPTY: ReadonlySet<string> = new Set()

export function SessionGroupList({ groups, ...card }: SessionGroupListProps) {
  const [open, setOpen] = useState(EMPTY)
  const [visibleCount, setVisibleCount] = useState(PAGE_SIZE)
  const [toggle] = useState(
    () => (userId: string) =>
      setOpen((current) => {
        const next = new Set(current)
        if (!next.delete(userId)) next.add(userId)
        return next
      }),
  )
  if (groups.length === 0) return <EmptyState title="No sessions found">No session matches these filters.</EmptyState>
  const sessions = groups.reduce((sum, group) => sum + group.sessions.length, 0)
  return (
    <div className={stack}>
      <div className={spaceBetween}>
        <span className={layout.quiet}>
          {sessions} session(s) of {groups.length} user(s)
        </span>
        <span className={row}>
          <Button size="small" onClick={() => setOpen(new Set(groups.map(({ userId }) => userId)))}>
            Expand All
          </Button>
          <Button size="small" onClick={() => setOpen(EMPTY)}>
            Collapse All
          </Button>
        </span>
      </div>
      <ul className={list} aria-label="Sessions by user">
        {groups.slice(0, visibleCount).map((group) => (
          <SessionGroupCard
            key={group.userId}
            group={group}
            isOpen={open.has(group.userId)}
            onToggle={toggle}
            {...card}
          />
        ))}
      </ul>
      {groups.length > visibleCount ? (
        <Button onClick={() => setVisibleCount(visibleCount + PAGE_SIZE)}>
          Show {Math.min(PAGE_SIZE, groups.length - visibleCount)} More Users
        </Button>
      ) : null}
    </div>
  )
}
