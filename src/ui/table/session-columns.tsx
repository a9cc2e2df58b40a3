import type { AdminSession } from '#contract/admin.ts'
import { RelativeTime } from '../text/RelativeTime.tsx'
import { UntilTime } from '../text/UntilTime.tsx'
import { deviceName, addressText } from '../format/device.ts'
import { columnHelper } from './model.ts'

type SessionFields = Pick<
  AdminSession,
  'ip_address' | 'user_agent' | 'created_at' | 'last_activity_at' | 'expires_at' | 'is_revoked'
>

/** Columns shared by all session tables; `now` in unix ms. */
export function sessionColumns<Row extends SessionFields>(now: number) {
  const column = columnHelper<Row>()
  const ago = (id: 'created_at' | 'last_activity_at', header: string) =>
    column.display({
      id,
      header,
      meta: { isShort: true, isDescendingFirst: true },
      cell: ({ row: { original } }) => <RelativeTime at={Date.parse(original[id])} now={now} />,
    })
  return {
    device: column.display({
      id: 'device',
      header: 'Device',
      meta: { wraps: true },
      cell: ({ row: { original } }) => <span title={original.user_agent}>{deviceName(original.user_agent)}</span>,
    }),
    address: column.display({
      id: 'ip_address',
      header: 'IP',
      meta: { wraps: true },
      cell: ({ row: { original } }) => addressText(original.ip_address),
    }),
    times: [
      ago('created_at', 'Login Time'),
      ago('last_activity_at', 'Last Activity'),
      column.display({
        id: 'expires_at',
        header: 'Expires',
        meta: { isShort: true, isDescendingFirst: true },
        cell: ({ row: { original } }) => (
          <UntilTime at={Date.parse(original.expires_at)} now={now} isOver={original.is_revoked} />
        ),
      }),
    ],
  } as const
}
