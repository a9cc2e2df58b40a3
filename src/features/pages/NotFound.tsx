import { Link } from '@tanstack/react-router'
import { BRAND } from '#contract/brand.ts'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { CenteredPage } from '#src/ui/cards/CenteredPage.tsx'

export function NotFound() {
  return (
    <CenteredPage title={BRAND} documentTitle="Not found">
      <EmptyState title="Page not found">
        <Link to="/dashboard">Go to the dashboard</Link>
      </EmptyState>
    </CenteredPage>
  )
}
