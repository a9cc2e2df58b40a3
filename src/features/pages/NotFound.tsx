import { Link } from '@tanstack/react-router'
import { BRAND } from '#contract/brand.ts'
import { button } from '#src/ui/controls/Button.css.ts'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { CenteredPage } from '#src/ui/cards/CenteredPage.tsx'

export function NotFound() {
  return (
    <CenteredPage title={BRAND} documentTitle="Not found">
      <EmptyState title="Page not found">
        <Link to="/dashboard" className={button({ variant: 'secondary', size: 'medium' })}>
          Go to the dashboard
        </Link>
      </EmptyState>
    </CenteredPage>
  )
}
