import { useMemo } from 'react'
import type { Invitation, InvitationStatus } from '#contract/invitations.ts'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { MINUTE_MS, useNow } from '#src/ui/format/useNow.ts'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import { VirtualTable } from '#src/ui/table/VirtualTable.tsx'
import { copyText } from '../copy-text.ts'
import { useAdminApi } from '../useAdminApi.ts'
import { invitationColumns } from './columns.tsx'
import { STATUS_NAMES } from './status.ts'

export interface InvitationTableProps {
  readonly invitations: readonly Invitation[]
  readonly status: InvitationStatus | undefined
  readonly onChanged: () => void
}

/** Longer lists are virtualized. */
const VIRTUALIZE_ABOVE = 100

/** Revokes after confirmation, by the code, or by the id if the code cannot be decrypted. */
function useRevoke(onChanged: () => void) {
  const api = useAdminApi()
  const { dialogs, toasts } = useOverlays()
  return async ({ id, email, code }: Invitation) => {
    const confirmed = await dialogs.confirm({
      title: 'Revoke this invitation?',
      text: `${email}\nIts code can no longer be used to register.`,
      confirmText: 'Revoke',
      danger: true,
    })
    if (!confirmed) return
    const result = await api.revokeInvitation(code || id)
    if (result.ok) {
      toasts.success('Invitation revoked successfully')
      onChanged()
    } else toasts.error('Failed to revoke invitation', result.error)
  }
}

export function InvitationTable({ invitations, status, onChanged }: InvitationTableProps) {
  const now = useNow(MINUTE_MS)
  const { toasts } = useOverlays()
  const revoke = useRevoke(onChanged)
  const shown = useMemo(
    () => invitations.filter((invitation) => status === undefined || invitation.status === status),
    [invitations, status],
  )
  const columns = invitationColumns(now, {
    onCopy: ({ code }) => void copyText(code, 'Invitation code', toasts),
    onRevoke: (invitation) => void revoke(invitation),
  })
  const Table = shown.length > VIRTUALIZE_ABOVE ? VirtualTable : DataTable
  if (shown.length > 0) return <Table caption="Invitations" columns={columns} rows={shown} rowId={({ id }) => id} />
  if (status !== undefined) return <EmptyState title={`No invitation is ${STATUS_NAMES[status].toLowerCase()}`} />
  return <EmptyState title="No invitations yet">People need an invitation to register.</EmptyState>
}
