import { Copy, Link } from 'lucide-react'
import type { Invitation } from '#contract/invitations.ts'
import { ADMIN_AREA } from '#contract/limits.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Badge } from '#src/ui/text/Badge.tsx'
import { RelativeTime } from '#src/ui/text/RelativeTime.tsx'
import { RoleBadge } from '#src/ui/text/RoleBadge.tsx'
import { UntilTime } from '#src/ui/text/UntilTime.tsx'
import { VisuallyHidden } from '#src/ui/text/VisuallyHidden.tsx'
import { columnHelper, type Columns } from '#src/ui/table/model.ts'
import { actions, code as codeClass } from './invitations.css.ts'
import { STATUS_NAMES, STATUS_TONES } from './status.ts'

export interface InvitationActions {
  readonly onCopy: (invitation: Invitation) => void
  readonly onCopyLink: (invitation: Invitation) => void
  readonly onResend: (invitation: Invitation) => void
  readonly onRevoke: (invitation: Invitation) => void
}

function CodeCell({ invitation, onCopy }: { readonly invitation: Invitation } & Pick<InvitationActions, 'onCopy'>) {
  const shown = invitation.code.slice(0, ADMIN_AREA.codeShown)
  // Encrypted with a key that no longer exists.
  if (shown === '') return <span title="This code can no longer be decrypted">Unavailable</span>
  return (
    <Button
      size="small"
      variant="ghost"
      className={codeClass}
      title="Copy the full code"
      icon={<Copy size={14} aria-hidden="true" />}
      onClick={() => onCopy(invitation)}
    >
      <VisuallyHidden>Copy code</VisuallyHidden> {shown}
    </Button>
  )
}

/** Buttons of a pending invitation. */
function Actions({
  invitation,
  onCopyLink,
  onResend,
  onRevoke,
}: { readonly invitation: Invitation } & Omit<InvitationActions, 'onCopy'>) {
  const { email, code } = invitation
  return (
    <span className={actions}>
      {code === '' ? null : (
        <>
          <Button
            size="small"
            icon={<Link size={14} aria-hidden="true" />}
            title="Copy the registration link"
            onClick={() => onCopyLink(invitation)}
          >
            Copy Link <VisuallyHidden>of {email}</VisuallyHidden>
          </Button>
          <Button size="small" onClick={() => onResend(invitation)}>
            Resend <VisuallyHidden>the invitation of {email}</VisuallyHidden>
          </Button>
        </>
      )}
      <Button size="small" onClick={() => onRevoke(invitation)}>
        Revoke <VisuallyHidden>the invitation of {email}</VisuallyHidden>
      </Button>
    </span>
  )
}

const column = columnHelper<Invitation>()

export const invitationColumns = (now: number, { onCopy, ...onPending }: InvitationActions): Columns<Invitation> =>
  column.columns([
    column.accessor('email', { header: 'Email', meta: { isTitle: true, wraps: true } }),
    column.accessor('role', {
      header: 'Role',
      meta: { isShort: true },
      cell: (cell) => <RoleBadge of={cell.getValue()} shape="pill" />,
    }),
    column.accessor('code', {
      header: 'Code',
      meta: { isShort: true },
      cell: ({ row }) => <CodeCell invitation={row.original} onCopy={onCopy} />,
    }),
    column.accessor('status', {
      header: 'Status',
      meta: { isShort: true },
      cell: (cell) => (
        <Badge shape="pill" tone={STATUS_TONES[cell.getValue()]}>
          {STATUS_NAMES[cell.getValue()]}
        </Badge>
      ),
    }),
    column.accessor('invited_by', {
      header: 'Invited By',
      meta: { wraps: true },
      cell: (cell) => cell.getValue() ?? '–',
    }),
    column.accessor('created_at', {
      header: 'Created',
      meta: { isShort: true, isDescendingFirst: true },
      cell: (cell) => <RelativeTime at={Date.parse(cell.getValue())} now={now} />,
    }),
    column.accessor('expires_at', {
      header: 'Expires',
      meta: { isShort: true, isDescendingFirst: true },
      cell: ({ row: { original } }) => (
        <UntilTime at={Date.parse(original.expires_at)} now={now} isOver={original.status !== 'pending'} />
      ),
    }),
    column.display({
      id: 'actions',
      header: () => <VisuallyHidden>Actions</VisuallyHidden>,
      meta: { isActions: true },
      cell: ({ row: { original } }) =>
        original.status === 'pending' ? <Actions invitation={original} {...onPending} /> : null,
    }),
  ])
