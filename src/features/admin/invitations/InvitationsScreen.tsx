import { getRouteApi } from '@tanstack/react-router'
import { Mail } from 'lucide-react'
import { ADMIN_AREA } from '#contract/limits.ts'
import { useRemoteQuery } from '#src/app/use-remote-data.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { RefreshButton } from '#src/ui/controls/RefreshButton.tsx'
import { Card } from '#src/ui/cards/Card.tsx'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { PageHeader } from '#src/ui/cards/PageHeader.tsx'
import { zoneName } from '#src/ui/format/regional.ts'
import { SearchField } from '#src/ui/fields/SearchField.tsx'
import { Help } from '#src/ui/overlays/Help.tsx'
import { filters, screen } from '../admin.css.ts'
import type { InvitationsSearch } from '../search-params.ts'
import { useAdminApi } from '../useAdminApi.ts'
import { StatusCounters } from './StatusCounters.tsx'
import { CreateInvitationDialog } from './CreateInvitationDialog.tsx'
import { InvitationTable } from './InvitationTable.tsx'
import { matching } from './matching.ts'

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
