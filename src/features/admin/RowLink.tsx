import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { rowLink } from './admin.css.ts'
import type { SecuritySearch, UsersSearch } from './search-params.ts'

type Destination =
  | { readonly to: '/admin/users'; readonly search: UsersSearch }
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
 * A link in a row of a table. The router's own follows every change of the address, to say whether it is the current one: with
 * a hundred of them that is most of the time that sorting takes.
 */
export function RowLink({ isMain = false, children, ...destination }: RowLinkProps) {
  const router = useRouter()
  return (
    <a
      className={rowLink}
      href={router.history.createHref(router.buildLocation(destination).href)}
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
