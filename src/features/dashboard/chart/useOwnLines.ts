import { useMemo, useState } from 'react'
import type { PairId } from '#contract/pairs.ts'
import { usePreferences, usePublicServices, type PublicServices } from '#src/app/services.ts'
import type { ChartTools } from '#src/ui/charts/tools/chart-tools.ts'

const NONE: readonly number[] = []
const MAX_STEPS = 50

type Step = Readonly<{ pair: PairId; lines: readonly number[] }>

/** Changes of the lines on a pair, each of which can be taken back. */
function linesOn(pair: PairId, { get, set }: PublicServices['preferences'], steps: { current: readonly Step[] }) {
  const linesNow = () => get().chartLines?.[pair] ?? NONE
  const store = (lines: readonly number[]) => set({ chartLines: { ...get().chartLines, [pair]: [...lines] } })
  return {
    onLines(next: readonly number[]) {
      steps.current = [...steps.current, { pair, lines: linesNow() }].slice(-MAX_STEPS)
      store(next)
    },
    onUndo() {
      const last = steps.current.findLast((step) => step.pair === pair)
      if (!last) return
      steps.current = steps.current.filter((step) => step !== last)
      store(last.lines)
    },
  }
}

/** The user's lines on a pair, stored with the preferences; changes since the page was opened can be taken back. */
export function useOwnLines(pair: PairId): Pick<ChartTools, 'lines' | 'onLines' | 'onUndo' | 'canUndo'> {
  const { preferences } = usePublicServices()
  const [{ chartLines }] = usePreferences()
  const lines = chartLines?.[pair] ?? NONE
  const [steps] = useState<{ current: readonly Step[] }>({ current: [] })
  const changes = useMemo(() => linesOn(pair, preferences, steps), [pair, preferences, steps])
  // Each change stores other lines, which renders this again.
  return { ...changes, lines, canUndo: steps.current.some((step) => step.pair === pair) }
}
