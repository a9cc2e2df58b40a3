import { useState } from 'react'
import { useRemoteQuery } from '#src/app/use-remote-data.ts'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { PageHeader } from '#src/ui/cards/PageHeader.tsx'
import { twoColumns, screen } from '../admin.css.ts'
import { useAdminApi } from '../useAdminApi.ts'
import { Overview } from './Overview.tsx'
import { QuickActions } from './QuickActions.tsx'
import { loadStats } from './stats.ts'
import { StatTiles } from './StatTiles.tsx'

export default function AdminDashboardScreen() {
  const api = useAdminApi()
  const [load] = useState(() => loadStats(api))
  const stats = useRemoteQuery(load, null)
  return (
    <div className={screen}>
      <PageHeader title="Admin Dashboard" subtitle="Users, invitations and sign-in attempts" />
      <AsyncContent data={stats} loading="Loading dashboard stats..." failed="Failed to load dashboard stats">
        {(value) => (
          <div className={screen}>
            <StatTiles stats={value} />
            <div className={twoColumns}>
              <Overview at={stats.at} isLoading={stats.isLoading} onRefresh={stats.reload} />
              <QuickActions />
            </div>
          </div>
        )}
      </AsyncContent>
    </div>
  )
}
