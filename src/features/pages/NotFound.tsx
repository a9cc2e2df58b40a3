import { Link } from '@tanstack/react-router'
import { BRAND } from '#contract/brand.ts'
import { EmptyState } from '#src/ui/display/EmptyState.tsx'

export function NotFound() {
  return (
    <>
      <title>{`${BRAND} · Not found`}</title>
      <EmptyState title="There is no page at this address.">
        <Link to="/dashboard">Go to the dashboard</Link>
      </EmptyState>
    </>
  )
}
