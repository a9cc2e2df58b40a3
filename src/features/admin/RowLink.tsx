import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { rowLink } from './admin.css.ts'
import type { SecuritySearch, SessionsSearch, UsersSearch } from './search-params.ts'

type Destination =
  | { readonly to: '/admin/users'; readonly search: UsersSearch }
  | { readonly to: '/admin/sessions'; readonly search: SessionsSearch }
  | { readonly to: '/admin/security'; readonly search: SecuritySearch }

export type RowLinkProps = Destination & {
  /** Whether Enter on its row follows it. */
  readonly isMain?: boolean | undefined
  readonly children: ReactNode
}

/** A press that the browser handles better: in a new tab or window, or as a download. */
const isForBrowser = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey

/**
 * A link in a row of a table. The router's own follows every change of the address, to say whether it is the current one, and
 * checks the destination against all routes: with a hundred of them that is most of the time that sorting takes.
 */
export function RowLink({ isMain = false, children, ...destination }: RowLinkProps) {
  const router = useRouter()
  return (
    <a
      className={rowLink}
      href={router.history.createHref(destination.to + router.options.stringifySearch(destination.search))}
      data-main={isMain || undefined}
      onClick={(event) => {
        if (isForBrowser(event)) return
        event.preventDefault()
        void router.navigate(destination)
      }}
    >
      {children}
    </a>
  )
}
