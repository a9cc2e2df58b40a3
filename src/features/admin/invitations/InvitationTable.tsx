import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Invitation } from '#contract/invitations.ts'
import type { ListFilters } from '#contract/list-queries.ts'
import { button } from '#src/ui/controls/Button.css.ts'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { MINUTE_MS, useNow } from '#src/ui/format/useNow.ts'
import { AdminTable, type AdminTableProps } from '../table/AdminTable.tsx'
import { useAdminApi } from '../useAdminApi.ts'
import { invitationColumns } from './columns.tsx'
import { STATUS_NAMES } from './status.ts'
import { bulkInvitationActions, useInvitationActions } from './useInvitationActions.ts'

export interface InvitationTableProps extends Pick<
  AdminTableProps<'invitations', Invitation>,
  'rows' | 'total' | 'filter' | 'search' | 'onSearch'
> {
  readonly onChanged: () => void
}

function Empty({ status, search }: ListFilters['invitations']) {
  if (search !== undefined)
    return <EmptyState title="No invitations found">No invitation matches these filters.</EmptyState>
  if (status !== undefined) return <EmptyState title={`No invitation is ${STATUS_NAMES[status].toLowerCase()}`} />
  const action = (
    <Link to="/admin/invitations" search={{ create: true }} className={button({ variant: 'primary', size: 'medium' })}>
      Create Invitation
    </Link>
  )
  return (
    <EmptyState title="No invitations yet" action={action}>
      People need an invitation to register.
    </EmptyState>
  )
}

/** A code in a file would let its readers register. */
const withoutCode = ({ code: _code, ...invitation }: Invitation) => invitation

export function InvitationTable({ onChanged, ...table }: InvitationTableProps) {
  const api = useAdminApi()
  const now = useNow(MINUTE_MS)
  const onPress = useInvitationActions(onChanged)
  const columns = useMemo(() => invitationColumns(now, onPress), [now, onPress])
  const actions = useMemo(() => bulkInvitationActions(api), [api])
  return (
    <AdminTable
      list="invitations"
      caption="Invitations"
      noun="invitations"
      columns={columns}
      rowId={({ id }) => id}
      nameOf={({ email }) => email}
      usualSort="-created_at"
      actions={actions}
      onChanged={onChanged}
      toExported={withoutCode}
      empty={<Empty {...table.filter} />}
      {...table}
    />
  )
}
