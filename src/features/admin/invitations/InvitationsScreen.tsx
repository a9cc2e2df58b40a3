import { getRouteApi } from '@tanstack/react-router'
import { Mail, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import type { InvitationStatus } from '#contract/invitations.ts'
import { useResource } from '#src/app/use-resource.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Card } from '#src/ui/display/Card.tsx'
import { Loaded } from '#src/ui/display/Loaded.tsx'
import { PageHeader } from '#src/ui/display/PageHeader.tsx'
import { screen } from '../admin.css.ts'
import { Truncated } from '../Truncated.tsx'
import { useAdminApi } from '../useAdminApi.ts'
import { Counters } from './Counters.tsx'
import { CreateDialog } from './CreateDialog.tsx'
import { InvitationTable } from './InvitationTable.tsx'
import { countOf } from './status.ts'

const route = getRouteApi('/guarded/admin/invitations')

export default function InvitationsScreen() {
  const api = useAdminApi()
  const { status, create } = route.useSearch()
  const [isPart, setIsPart] = useState(false)
  // A whole list is narrowed here; of one that is cut the rest is to be had by asking for less.
  const invitations = useResource(api.invitations, isPart ? { status } : {})
  const whole = invitations.value?.status === undefined ? invitations.value : undefined
  const isCut = whole === undefined ? isPart : countOf(whole.counts, undefined) > whole.list.length
  if (isCut !== isPart) setIsPart(isCut)
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
            <Counters counts={value.counts} chosen={status} onChoose={choose} />
            <Truncated
              what="newest invitations"
              shown={value.list.length}
              total={countOf(value.counts, value.status)}
              advice="Choose a status to see others."
            />
            <Card title="All invitations" flush footer="Times are UTC.">
              <InvitationTable invitations={value.list} status={status} onChanged={invitations.reload} />
            </Card>
          </div>
        )}
      </Loaded>
      {create === true ? <CreateDialog onClose={() => open(false)} onCreated={invitations.reload} /> : null}
    </div>
  )
}
