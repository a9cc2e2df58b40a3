import { getRouteApi } from '@tanstack/react-router'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import type { InvitationStatus } from '#contract/invitations.ts'
import { useRemoteQuery } from '#src/app/use-remote-data.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { RefreshButton } from '#src/ui/controls/RefreshButton.tsx'
import { Card } from '#src/ui/cards/Card.tsx'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { PageHeader } from '#src/ui/cards/PageHeader.tsx'
import { zoneName } from '#src/ui/format/regional.ts'
import { screen } from '../admin.css.ts'
import { TruncationNotice } from '../TruncationNotice.tsx'
import { useAdminApi } from '../useAdminApi.ts'
import { StatusCounters } from './StatusCounters.tsx'
import { CreateInvitationDialog } from './CreateInvitationDialog.tsx'
import { InvitationTable } from './InvitationTable.tsx'
import { countOf } from './status.ts'

const route = getRouteApi('/guarded/admin/invitations')

export default function InvitationsScreen() {
  const api = useAdminApi()
  const { status, create } = route.useSearch()
  const [isTruncated, setIsTruncated] = useState(false)
  // Complete lists are filtered in the client; truncated ones are requested by status.
  const invitations = useRemoteQuery(api.invitations, isTruncated ? { status } : {})
  const unfiltered = invitations.value?.status === undefined ? invitations.value : undefined
  const truncated =
    unfiltered === undefined ? isTruncated : countOf(unfiltered.counts, undefined) > unfiltered.list.length
  if (truncated !== isTruncated) setIsTruncated(truncated)
  const navigate = route.useNavigate()
  const filterByStatus = (next: InvitationStatus | undefined) =>
    void navigate({ search: (previous) => ({ ...previous, status: next }), replace: true, resetScroll: false })
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
            <StatusCounters counts={value.counts} selected={status} onSelect={filterByStatus} />
            <TruncationNotice
              rowsLabel="newest invitations"
              shown={value.list.length}
              total={countOf(value.counts, value.status)}
              advice="Choose a status to see more."
            />
            <Card title="All invitations" flush footer={`Times are ${zoneName()}.`}>
              <InvitationTable invitations={value.list} status={status} onChanged={invitations.reload} />
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
