import { Button } from '#src/ui/controls/Button.tsx'
import { foot, row } from '../admin.css.ts'

export interface PagesProps {
  readonly page: number
  readonly pages: number
  readonly total: number
  readonly onPage: (page: number) => void
}

export function Pages({ page, pages, total, onPage }: PagesProps) {
  return (
    <nav className={foot} aria-label="Pages">
      <span aria-live="polite">{`Page ${page} of ${pages} (${total} total users)`}</span>
      <span className={row}>
        <Button size="small" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          Previous
        </Button>
        <Button size="small" disabled={page >= pages} onClick={() => onPage(page + 1)}>
          Next
        </Button>
      </span>
    </nav>
  )
}
