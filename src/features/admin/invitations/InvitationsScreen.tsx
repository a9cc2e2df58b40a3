import { getRouteApi } from '@tanstack/react-router'
import { Mail, RefreshCw } from 'lucide-react'
import type { InvitationStatus } from '#contract/invitations.ts'
import { useResource } from '#src/resource.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Card } from '#src/ui/display/Card.tsx'
import { Loaded } from '#src/ui/display/Loaded.tsx'
import { PageHeader } from '#src/ui/display/PageHeader.tsx'
import { screen } from '../admin.css.ts'
import { useAdminApi } from '../useAdminApi.ts'
import { Counters } from './Counters.tsx'
import { CreateDialog } from './CreateDialog.tsx'
import { InvitationTable } from './InvitationTable.tsx'
import { countByStatus } from './status.ts'

const route = getRouteApi('/guarded/admin/invitations')

export default function InvitationsScreen() {
  const api = useAdminApi()
  const invitations = useResource(api.invitations, null)
  const { status, create } = route.useSearch()
  const navigate = route.useNavigate()
  const choose = (next: InvitationStatus | undefined) =>
    void navigate({ search: (held) => ({ ...held, status: next }), replace: true, resetScroll: false })
  const open = (isOpen: boolean) =>
    void navigate({
      search: (held) => ({ ...held, create: isOpen ? true : undefined }),
      replace: !isOpen,
      resetScroll: false,
    })

  return (
    <div className={screen}>
      <PageHeader
        title="Invitations"
        subtitle="Who may join, and as what"
        actions={
          <>
            <Button
              icon={<RefreshCw size={16} aria-hidden="true" />}
              busy={invitations.isLoading}
              onClick={invitations.reload}
            >
              Refresh
            </Button>
            <Button variant="primary" icon={<Mail size={16} aria-hidden="true" />} onClick={() => open(true)}>
              Create Invitation
            </Button>
          </>
        }
      />
      <Loaded resource={invitations} loading="Loading invitations..." failed="Failed to load invitations">
        {(value) => (
          <div className={screen}>
            <Counters counts={countByStatus(value)} chosen={status} onChoose={choose} />
            <Card title="All invitations" flush footer="Times are UTC.">
              <InvitationTable invitations={value} status={status} onChanged={invitations.reload} />
            </Card>
          </div>
        )}
      </Loaded>
      {create === true ? <CreateDialog onClose={() => open(false)} onCreated={invitations.reload} /> : null}
    </div>
  )
}
