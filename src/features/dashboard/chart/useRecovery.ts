import { useMemo, useState } from 'react'
import type { ChartOverlays } from '#src/ui/charts/overlays/data.ts'
import { OverlayError } from '#src/ui/charts/overlays/overlay.ts'
import { overlaysOf } from '#src/ui/charts/overlays/registry.ts'

const NONE: readonly string[] = []

/**
 * Lets a chart that failed be mounted anew: without the overlays that failed, until they are shown again, or once as it was. It
 * gives up when it fails and there is nothing more to leave out.
 */
export function useRecovery(overlays: ChartOverlays | undefined) {
  const [leftOut, setLeftOut] = useState(NONE)
  const [hasRetried, setHasRetried] = useState(false)
  const drawn = useMemo(() => {
    if (!overlays || leftOut.length === 0) return overlays
    return { ...overlays, shown: overlays.shown.filter((id) => !leftOut.includes(id)) }
  }, [overlays, leftOut])

  function recover(error: unknown): boolean {
    const failed = error instanceof OverlayError ? error.overlays : NONE
    const more = failed.filter((id) => !leftOut.includes(id))
    if (more.length > 0) {
      setLeftOut([...leftOut, ...more])
      return true
    }
    setHasRetried(true)
    return !hasRetried
  }

  return {
    /** What the chart draws of the overlays. */
    overlays: drawn,
    /** Labels of the overlays that are left out. */
    leftOut: overlaysOf(overlays ? leftOut.filter((id) => overlays.shown.includes(id)) : NONE).map(
      ({ label }) => label,
    ),
    recover,
    showAgain: () => setLeftOut(NONE),
  }
}
