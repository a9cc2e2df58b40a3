import { EmptyState } from '#src/ui/display/EmptyState.tsx'
import { PageHeader } from '#src/ui/display/PageHeader.tsx'

/** Holds the place of a screen that is not built yet, and says so. */
export function NotThereYet({ title }: { readonly title: string }) {
  return (
    <>
      <PageHeader title={title} />
      <EmptyState title="This screen is not there yet.">It comes with a later version.</EmptyState>
    </>
  )
}
