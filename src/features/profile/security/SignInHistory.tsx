import type { OwnSignIn } from '#contract/account.ts'
import { useRemoteQuery } from '#src/app/use-remote-data.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { RefreshButton } from '#src/ui/controls/RefreshButton.tsx'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { zoneName } from '#src/ui/format/regional.ts'
import { formatExact } from '#src/ui/format/time.ts'
import { Help } from '#src/ui/overlays/Help.tsx'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import { columnHelper } from '#src/ui/table/model.ts'
import { Badge } from '#src/ui/text/Badge.tsx'
import { useAccountApi } from '../useAccountApi.ts'
import { addressText } from '#src/ui/format/device.ts'

const column = columnHelper<OwnSignIn>()

const COLUMNS = column.columns([
  column.accessor('attempted_at', {
    header: 'Time',
    meta: { isTitle: true },
    cell: (cell) => formatExact(Date.parse(cell.getValue())),
  }),
  column.accessor('ip_address', {
    header: 'IP',
    meta: { wraps: true },
    cell: (cell) => addressText(cell.getValue()),
  }),
  column.accessor('success', {
    header: 'Result',
    cell: (cell) => (
      <Badge tone={cell.getValue() ? 'success' : 'danger'}>{cell.getValue() ? 'Signed in' : 'Refused'}</Badge>
    ),
  }),
  column.accessor('failure_reason', {
    header: 'Reason',
    meta: { wraps: true },
    cell: (cell) => cell.getValue() ?? '–',
  }),
])

/** The latest attempts to sign in to the user's account, successful or not. */
export function SignInHistory() {
  const api = useAccountApi()
  const signIns = useRemoteQuery(api.signIns, null)
  return (
    <Card
      title="Sign-in history"
      help={<Help of="Sign-in history" topic="signIns" />}
      flush
      footer={`Times are ${zoneName()}. The last 90 days, at most 50 attempts. The device is not recorded.`}
      trailing={<RefreshButton size="small" isLoading={signIns.isLoading} onRefresh={signIns.reload} />}
    >
      <AsyncContent
        data={signIns}
        loading="Loading the sign-in history..."
        failed="Failed to load the sign-in history"
        lines={3}
      >
        {({ attempts }) =>
          attempts.length === 0 ? (
            <EmptyState title="No sign-ins in the last 90 days" />
          ) : (
            <DataTable caption="Own sign-ins" columns={COLUMNS} rows={attempts} rowId={({ id }) => id} />
          )
        }
      </AsyncContent>
    </Card>
  )
}
