import { useState } from 'react'
import { Button } from '#src/ui/controls/Button.tsx'
import { EmptyState } from '#src/ui/display/EmptyState.tsx'
import { row, spread, note, stack } from '../admin.css.ts'
import { GroupCard, type GroupCardProps } from './GroupCard.tsx'
import type { SessionGroup } from './groups.ts'
import { list } from './sessions.css.ts'

export interface GroupListProps extends Pick<GroupCardProps, 'now' | 'onRevoke' | 'onForceLogout'> {
  readonly groups: readonly SessionGroup[]
}

/** Users that are drawn at first, and more at each press. */
const STEP = 50

const NONE: ReadonlySet<string> = new Set()

export function GroupList({ groups, ...card }: GroupListProps) {
  const [open, setOpen] = useState(NONE)
  const [drawn, setDrawn] = useState(STEP)
  const [toggle] = useState(
    () => (userId: string) =>
      setOpen((held) => {
        const next = new Set(held)
        if (!next.delete(userId)) next.add(userId)
        return next
      }),
  )
  if (groups.length === 0) return <EmptyState title="No sessions found">No session fits these filters.</EmptyState>
  const sessions = groups.reduce((sum, group) => sum + group.sessions.length, 0)
  return (
    <div className={stack}>
      <div className={spread}>
        <span className={note}>
          {sessions} session(s) of {groups.length} user(s)
        </span>
        <span className={row}>
          <Button size="small" onClick={() => setOpen(new Set(groups.map(({ userId }) => userId)))}>
            Expand All
          </Button>
          <Button size="small" onClick={() => setOpen(NONE)}>
            Collapse All
          </Button>
        </span>
      </div>
      <ul className={list} aria-label="Sessions by user">
        {groups.slice(0, drawn).map((group) => (
          <GroupCard key={group.userId} group={group} isOpen={open.has(group.userId)} onToggle={toggle} {...card} />
        ))}
      </ul>
      {groups.length > drawn ? (
        <Button onClick={() => setDrawn(drawn + STEP)}>Show {Math.min(STEP, groups.length - drawn)} More Users</Button>
      ) : null}
    </div>
  )
}
