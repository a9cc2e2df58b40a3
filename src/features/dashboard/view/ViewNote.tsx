import { useSearch } from '@tanstack/react-router'
import { useObservableEagerState } from 'observable-hooks'
import { useLayoutEffect } from 'react'
import { useServices } from '#src/app/services.ts'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { dashboardSearch } from '../search.ts'
import { noteOf, viewOf } from './address.ts'

const NONE: readonly string[] = []

/** Follows the address, with what stands in for what this server does not have, and says so. */
export function ViewNote() {
  const { streams } = useServices()
  const { pair, tf } = useSearch({ strict: false, select: (raw) => dashboardSearch(raw), structuralSharing: true })
  const served = useObservableEagerState(streams.market$)?.market.pairs ?? NONE
  const names = served.join()
  useLayoutEffect(() => {
    streams.show(viewOf({ pair, tf }, names === '' ? NONE : names.split(',')))
  }, [streams, pair, tf, names])
  const note = noteOf({ pair, tf }, served)
  return note === undefined ? null : <Alert tone="warning">{note}</Alert>
}
