import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { CreatedInvitation, Invitation } from '#contract/invitations.ts'
import type { ListFilters } from '#contract/list-queries.ts'
import type { AdminApi } from '#src/app/services.ts'
import type { Result } from '#src/lib/result.ts'
import { button } from '#src/ui/controls/Button.css.ts'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { pluralize } from '#src/ui/format/number.ts'
import { MINUTE_MS, useNow } from '#src/ui/format/useNow.ts'
import { type Overlays, useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import type { BulkAction } from '#src/ui/table/bulk.ts'
import { copyText } from '../copy-text.ts'
import { AdminTable, type AdminTableProps } from '../table/AdminTable.tsx'
import { useAdminApi } from '../useAdminApi.ts'
import { type InvitationActions, invitationColumns } from './columns.tsx'
import { STATUS_NAMES, registrationUrl } from './status.ts'

/** The code, or the id if it can no longer be decrypted. */
const keyOf = ({ code, id }: Invitation) => code || id

function sendingText({ invitation, email_sent: isSent, email_tried: isTried = true }: CreatedInvitation): string {
  if (isSent) return `Email sent to ${invitation.email}`
  return isTried
    ? 'Failed to send email - share code manually'
    : 'Renewed for 7 days. Share the link: no email was sent'
}

interface ActionDeps extends Overlays {
  readonly api: Pick<AdminApi, 'resendInvitation' | 'revokeInvitation'>
  readonly onChanged: () => void
}

function createActions({ api, dialogs, toasts, onChanged }: ActionDeps): InvitationActions {
  const resend = async (invitation: Invitation) => {
    const isConfirmed = await dialogs.confirm({
      title: 'Resend this invitation?',
      text: `${invitation.email}\nIt is sent again with the same code, which is then valid for 7 more days.`,
      confirmText: 'Resend',
    })
    if (!isConfirmed) return
    const result = await api.resendInvitation(keyOf(invitation))
    if (!result.ok) return toasts.error('Failed to resend invitation', result.error)
    const isUndelivered = !result.value.email_sent && result.value.email_tried !== false
    toasts[isUndelivered ? 'error' : 'success'](sendingText(result.value))
    onChanged()
  }
  const revoke = async (invitation: Invitation) => {
    const isConfirmed = await dialogs.confirm({
      title: 'Revoke this invitation?',
      text: `${invitation.email}\nIts code can no longer be used to register.`,
      confirmText: 'Revoke',
      danger: true,
    })
    if (!isConfirmed) return
    const result = await api.revokeInvitation(keyOf(invitation))
    if (!result.ok) return toasts.error('Failed to revoke invitation', result.error)
    toasts.success('Invitation revoked successfully')
    onChanged()
  }
  return {
    onCopy: ({ code }) => void copyText(code, 'Invitation code', toasts),
    onCopyLink: ({ code }) => void copyText(registrationUrl(code), 'Registration link', toasts),
    onResend: (invitation) => void resend(invitation),
    onRevoke: (invitation) => void revoke(invitation),
  }
}

/** Copies, resends and revokes one invitation; the latter two after a confirmation. Stable while `onChanged` is. */
function useInvitationActions(onChanged: () => void): InvitationActions {
  const api = useAdminApi()
  const { dialogs, toasts } = useOverlays()
  return useMemo(() => createActions({ api, dialogs, toasts, onChanged }), [api, dialogs, toasts, onChanged])
}

const notPending = ({ status }: Invitation) => (status === 'pending' ? undefined : `Already ${status}`)

async function resendOne(api: Pick<AdminApi, 'resendInvitation'>, invitation: Invitation): Promise<Result<unknown>> {
  const result = await api.resendInvitation(keyOf(invitation))
  if (!result.ok || result.value.email_sent) return result
  return { ok: false, error: `Renewed for 7 days. ${sendingText(result.value)}` }
}

/** What can be done with several invitations together. */
const bulkInvitationActions = (
  api: Pick<AdminApi, 'resendInvitation' | 'revokeInvitation'>,
): readonly BulkAction<Invitation>[] => [
  {
    label: 'Resend',
    question: (count) => `Resend ${pluralize(count, 'invitation')}?`,
    consequence: () => 'They are sent again with the same codes, which are then valid for 7 more days.',
    isHarmful: false,
    exempts: notPending,
    run: (invitation) => resendOne(api, invitation),
  },
  {
    label: 'Revoke',
    question: (count) => `Revoke ${pluralize(count, 'invitation')}?`,
    consequence: () => 'Their codes can no longer be used to register.',
    isHarmful: true,
    exempts: notPending,
    run: (invitation) => api.revokeInvitation(keyOf(invitation)),
  },
]

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
