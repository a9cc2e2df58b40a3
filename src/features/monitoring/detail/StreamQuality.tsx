import { useObservableEagerState } from 'observable-hooks'
import { useMemo } from 'react'
import { useMonitoring } from '#src/app/services.ts'
import { HistogramRow } from '../latency/HistogramRow.tsx'

/** Latency and loss of one stream. */
export function StreamQuality({ streamKey }: { readonly streamKey: string }) {
  const { quality } = useMonitoring()
  const quality$ = useMemo(() => quality.stream(streamKey), [quality, streamKey])
  return (
    <HistogramRow name="Latency to paint, last 60 minutes" quality={useObservableEagerState(quality$)} of="stream" />
  )
}
