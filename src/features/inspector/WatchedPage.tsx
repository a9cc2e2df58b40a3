import { useSearch } from '@tanstack/react-router'
import { useObservableState } from 'observable-hooks'
import { Fragment, useMemo, type ReactNode } from 'react'
import { EMPTY, of } from 'rxjs'
import type { Inspected, Inspection } from '#src/app/services.ts'
import { useAddressChange } from '#src/app/use-address.ts'
import { Select } from '#src/ui/fields/Select.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { pageChoice } from './inspector.css.ts'

interface WatchedPageProps {
  readonly inspection: Inspection | undefined
  /** Shows what is inspected of the chosen page. */
  readonly children: (inspected: Inspected | undefined) => ReactNode
}

const THIS = 'this'
const NO_PAGES = [] as const

/** The page that the address names, of those of this browser that record; otherwise this one. */
export function WatchedPage({ inspection, children }: WatchedPageProps) {
  const named = useSearch({
    strict: false,
    select: ({ page }: Record<string, unknown>) => (typeof page === 'string' ? page : undefined),
  })
  const { replace } = useAddressChange<{ readonly page: string | undefined }>()
  const others = inspection?.otherPages
  const pages = useObservableState(
    useMemo(() => others?.pages$ ?? of(NO_PAGES), [others]),
    NO_PAGES,
  )
  const watched$ = useMemo(() => (named === undefined ? EMPTY : (others?.watch(named) ?? EMPTY)), [others, named])
  const watched = useObservableState(watched$)
  if (others === undefined) return children(inspection)
  const isGone = named !== undefined && !pages.some(({ id }) => id === named)
  const options = [
    { id: THIS, label: 'This page' },
    ...pages.map(({ id, title, path }) => ({ id, label: `${title} (${path})` })),
    ...(isGone ? [{ id: named, label: 'A page that does not answer' }] : []),
  ]
  return (
    <>
      <div className={pageChoice}>
        <Select
          label="Page"
          options={options}
          value={named ?? THIS}
          onChange={(id) => replace({ page: id === THIS ? undefined : id })}
        />
      </div>
      {isGone ? (
        <Alert tone="warning">This page does not answer. It was closed; what it did last is shown.</Alert>
      ) : null}
      <Fragment key={named}>{children(named === undefined ? inspection : watched)}</Fragment>
    </>
  )
}
