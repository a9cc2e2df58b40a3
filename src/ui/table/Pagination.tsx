import { Button } from '../controls/Button.tsx'
import { pages, row } from './PagedTable.css.ts'

export interface PaginationProps {
  readonly page: number
  readonly pageCount: number
  readonly total: number
  /** Plural of a row: 'users'. */
  readonly noun: string
  readonly onPage: (page: number) => void
}

/** Where one is, as 'Page 2 of 3 (41 total users)', and the way to the pages beside it. */
export function Pagination({ page, pageCount, total, noun, onPage }: PaginationProps) {
  return (
    <nav className={pages} aria-label="Pages">
      <span aria-live="polite">{`Page ${page} of ${pageCount} (${total} total ${noun})`}</span>
      <span className={row}>
        <Button size="small" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          Previous
        </Button>
        <Button size="small" disabled={page >= pageCount} onClick={() => onPage(page + 1)}>
          Next
        </Button>
      </span>
    </nav>
  )
}
