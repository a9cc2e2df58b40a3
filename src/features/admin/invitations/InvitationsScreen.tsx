import { getRouteApi } from '@tanstack/react-router'
import { Copy, Link, Mail } from 'lucide-react'
import { useState } from 'react'
import {
  type CreatedInvitation,
  type Invitation,
  INVITATION_STATUSES,
  type InvitationCounts,
  type InvitationStatus,
} from '#contract/invitations.ts'
import { ADMIN_AREA } from '#contract/limits.ts'
import type { ListFilters } from '#contract/list-queries.ts'
import { useRemoteQuery } from '#src/app/use-remote-data.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { PageHeader } from '#src/ui/cards/PageHeader.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { RefreshButton } from '#src/ui/controls/RefreshButton.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { SearchField } from '#src/ui/fields/SearchField.tsx'
import { formatNumber } from '#src/ui/format/number.ts'
import { zoneName } from '#src/ui/format/regional.ts'
import { formatExact } from '#src/ui/format/time.ts'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { Help } from '#src/ui/overlays/Help.tsx'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { filters, neutralTileValue, screen, stack, tiles } from '../admin.css.ts'
import { copyText } from '../copy-text.ts'
import type { InvitationsSearch } from '../search-params.ts'
import { useAdminApi } from '../useAdminApi.ts'
import { InvitationForm } from './InvitationForm.tsx'
import { InvitationTable } from './InvitationTable.tsx'
import { codeRow, counter, fullCode } from './invitations.css.ts'
import { STATUS_NAMES, registrationUrl } from './status.ts'

/** Whether the invitation was sent; a failure is reported only where sending was tried. */
function SendingNotice({ created }: { readonly created: CreatedInvitation }) {
  const { invitation, email_sent: isSent, email_tried: isTried = true } = created
  if (isSent) return <Alert tone="success">Email sent to {invitation.email}</Alert>
  if (isTried) return <Alert tone="warning">Failed to send email - share code manually</Alert>
  return <Alert tone="info">No email was sent: the server has no mail server. Share the code or the link.</Alert>
}

/** The created invitation: its code, and whether the e-mail was sent. */
function InvitationCreated({ created }: { readonly created: CreatedInvitation }) {
  const { toasts } = useOverlays()
  const { email, role, code, expires_at: expiresAt } = created.invitation
  return (
    <div className={stack}>
      <SendingNotice created={created} />
      <p>
        {email} can register as {role} until {formatExact(Date.parse(expiresAt))}.
      </p>
      <div className={codeRow}>
        <code className={fullCode} aria-label="Invitation code">
          {code}
        </code>
        <Button
          icon={<Copy size={16} aria-hidden="true" />}
          onClick={() => void copyText(code, 'Invitation code', toasts)}
        >
          Copy
        </Button>
      </div>
      <p className={layout.quiet}>
        Or share the registration link: <span>{registrationUrl(code)}</span>
      </p>
      <div>
        <Button
          icon={<Link size={16} aria-hidden="true" />}
          onClick={() => void copyText(registrationUrl(code), 'Registration link', toasts)}
        >
          Copy Link
        </Button>
      </div>
    </div>
  )
}

interface CreateInvitationDialogProps {
  readonly onClose: () => void
  /** Called when the list must be reloaded. */
  readonly onCreated: () => void
}

const FORM_ID = 'invitation'

/** The form, then the created invitation. */
function CreateInvitationDialog({ onClose, onCreated }: CreateInvitationDialogProps) {
  const [created, setCreated] = useState<CreatedInvitation>()
  const [isBusy, setIsBusy] = useState(false)
  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title="Create Invitation"
      closeOnOutside={false}
      focusField
      footer={
        created === undefined ? (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="primary" type="submit" form={FORM_ID} busy={isBusy} busyText="Creating...">
              Create Invitation
            </Button>
          </>
        ) : (
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        )
      }
    >
      {created === undefined ? (
        <InvitationForm
          id={FORM_ID}
          onBusy={setIsBusy}
          onCreated={(invitation) => {
            setCreated(invitation)
            onCreated()
          }}
        />
      ) : (
        <InvitationCreated created={created} />
      )}
    </Dialog>
  )
}

interface StatusCountersProps {
  readonly counts: InvitationCounts
  /** The status filter of the table. */
  readonly selected: InvitationStatus | undefined
  readonly onSelect: (status: InvitationStatus | undefined) => void
}

/** Counts by status; each is a toggle that filters the table. */
function StatusCounters({ counts, selected, onSelect }: StatusCountersProps) {
  return (
    <ul className={tiles} aria-label="Invitations by status">
      {INVITATION_STATUSES.map((status) => (
        <li key={status}>
          <button
            type="button"
            className={counter}
            aria-pressed={selected === status}
            onClick={() => onSelect(selected === status ? undefined : status)}
          >
            <span className={layout.quiet}>{STATUS_NAMES[status]}</span>{' '}
            <span className={neutralTileValue}>{formatNumber(counts[status])}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The invitations that match a filter, for servers that list all of them. */
function matching(list: readonly Invitation[], { status, search }: ListFilters['invitations']): Invitation[] {
  const term = search?.toLowerCase() ?? ''
  return list.filter((each) => (status === undefined || each.status === status) && each.email.includes(term))
}

const route = getRouteApi('/guarded/admin/invitations')

export default function InvitationsScreen() {
  const api = useAdminApi()
  const address = route.useSearch()
  const { search, status, page = 1, sort, create } = address
  const filter = { status, search }
  const invitations = useRemoteQuery(api.invitations, { page, page_size: ADMIN_AREA.rowsPerPage, ...filter, sort })
  const navigate = route.useNavigate()
  // Typing replaces the history entry, all else adds one.
  const change = (part: InvitationsSearch) =>
    void navigate({ search: (previous) => ({ ...previous, ...part }), replace: 'search' in part, resetScroll: false })
  const setDialogOpen = (isOpen: boolean) =>
    void navigate({
      search: (previous) => ({ ...previous, create: isOpen ? true : undefined }),
      replace: !isOpen,
      resetScroll: false,
    })

  return (
    <div className={screen}>
      <PageHeader
        title="Invitations"
        subtitle="Invite people and choose their role"
        actions={
          <>
            <RefreshButton isLoading={invitations.isLoading} onRefresh={invitations.reload} />
            <Button variant="primary" icon={<Mail size={16} aria-hidden="true" />} onClick={() => setDialogOpen(true)}>
              Create Invitation
            </Button>
          </>
        }
      />
      <AsyncContent data={invitations} loading="Loading invitations..." failed="Failed to load invitations">
        {(value) => (
          <div className={screen}>
            <StatusCounters
              counts={value.counts}
              selected={status}
              onSelect={(next) => change({ status: next, page: undefined })}
            />
            <Card
              title="All invitations"
              help={<Help of="Invitations" topic="invitations" />}
              flush
              footer={`Times are ${zoneName()}.`}
            >
              <search className={filters}>
                <SearchField
                  isMain
                  label="Search (email)"
                  value={search ?? ''}
                  onSearch={(text) => change({ search: text || undefined, page: undefined })}
                />
              </search>
              <InvitationTable
                rows={value.total === undefined ? matching(value.list, filter) : value.list}
                total={value.total}
                filter={filter}
                search={address}
                onSearch={change}
                onChanged={invitations.reload}
              />
            </Card>
          </div>
        )}
      </AsyncContent>
      {create === true ? (
        <CreateInvitationDialog onClose={() => setDialogOpen(false)} onCreated={invitations.reload} />
      ) : null}
    </div>
  )
}
