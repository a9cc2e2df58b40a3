import { Link } from '@tanstack/react-router'
import { BRAND } from '#contract/brand.ts'
import { EmptyState } from '#src/ui/display/EmptyState.tsx'
import { Front } from '#src/ui/display/Front.tsx'

export function NotFound() {
  return (
    <Front title={BRAND} documentTitle="Not found">
      <EmptyState title="There is no page at this address.">
        <Link to="/dashboard">Go to the dashboard</Link>
      </EmptyState>
    </Front>
  )
}
