import type { OwnSession } from '#contract/admin.ts'
import { useRemoteQuery } from '#src/app/use-remote-data.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { RefreshButton } from '#src/ui/controls/RefreshButton.tsx'
import { Badge } from '#src/ui/text/Badge.tsx'
import { Card } from '#src/ui/cards/Card.tsx'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { VisuallyHidden } from '#src/ui/text/VisuallyHidden.tsx'
import { deviceName } from '#src/ui/format/device.ts'
import { MINUTE_MS, useNow } from '#src/ui/format/useNow.ts'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import { columnHelper, type Columns } from '#src/ui/table/model.ts'
import { sessionColumns } from '#src/ui/table/session-columns.tsx'
import { zoneName } from '#src/ui/format/regional.ts'
import { Help } from '#src/ui/overlays/Help.tsx'
import { useAccountApi } from './useAccountApi.ts'

const column = columnHelper<OwnSession>()

function ownColumns(now: number, onRevoke: (session: OwnSession) => void): Columns<OwnSession> {
  const { device, address, times } = sessionColumns<OwnSession>(now)
  return column.columns([
    { ...device, meta: { isTitle: true, wraps: true } },
    address,
    ...times,
    column.display({
      id: 'actions',
      header: () => <VisuallyHidden>Actions</VisuallyHidden>,
      meta: { isActions: true },
      cell: ({ row: { original } }) =>
        original.is_current ? (
          <Badge tone="accent">This session</Badge>
        ) : (
          <Button size="small" onClick={() => onRevoke(original)}>
            Revoke <VisuallyHidden>the session on {deviceName(original.user_agent)}</VisuallyHidden>
          </Button>
        ),
    }),
  ])
}

/** The user's active sessions: each of the others can be revoked, or all at once. */
export function OwnSessions() {
  const api = useAccountApi()
  const { dialogs, toasts } = useOverlays()
  const sessions = useRemoteQuery(api.sessions, null)
  const now = useNow(MINUTE_MS)

  const revoke = async ({ id, user_agent }: OwnSession) => {
    const confirmed = await dialogs.confirm({
      title: 'Revoke this session?',
      text: `${deviceName(user_agent)}\nThe device is signed out immediately.`,
      confirmText: 'Revoke',
      danger: true,
    })
    if (!confirmed) return
    const result = await api.endSession(id)
    if (!result.ok) return toasts.error('Failed to revoke session', result.error)
    toasts.success('Session revoked')
    sessions.reload()
  }

  const endOthers = async () => {
    const confirmed = await dialogs.confirm({
      title: 'End all other sessions?',
      text: 'Every other device is signed out immediately. This one stays signed in.',
      confirmText: 'End All Others',
      danger: true,
    })
    if (!confirmed) return
    const result = await api.endOtherSessions()
    if (!result.ok) return toasts.error('Failed to end the other sessions', result.error)
    toasts.success('Other sessions ended', `Sessions ended: ${result.value.sessions_revoked}`)
    sessions.reload()
  }

  return (
    <Card
      title="Your Sessions"
      help={<Help of="Your Sessions" topic="ownSessions" />}
      flush
      footer={`Times are ${zoneName()}. Where a public address is, is not known: no other service is asked.`}
      trailing={
        <>
          <Button size="small" disabled={(sessions.value?.sessions.length ?? 0) < 2} onClick={() => void endOthers()}>
            End All Others
          </Button>
          <RefreshButton size="small" isLoading={sessions.isLoading} onRefresh={sessions.reload} />
        </>
      }
    >
      <AsyncContent data={sessions} loading="Loading sessions..." failed="Failed to load sessions" lines={2}>
        {(value) => (
          <DataTable
            caption="Own sessions"
            columns={ownColumns(now, (session) => void revoke(session))}
            rows={value.sessions}
            rowId={({ id }) => id}
          />
        )}
      </AsyncContent>
    </Card>
  )
}
