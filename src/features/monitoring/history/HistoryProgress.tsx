import { useId } from 'react'
import { Button } from '#src/ui/controls/Button.tsx'
import { formatNumber } from '#src/ui/format/number.ts'
import * as css from './history.css.ts'
import type { HistoryLoad } from './useHistoryLoad.ts'

/** Progress of loading history; absent when nothing is loading. */
export function HistoryProgress({ load }: { readonly load: HistoryLoad }) {
  const id = useId()
  const { progress, cancel } = load
  if (progress === undefined) return null
  const { done, total, failed, messages } = progress
  return (
    <div className={css.progress}>
      <span id={id}>
        Loading history: {formatNumber(done)} of {formatNumber(total)} streams, {formatNumber(messages)} messages
        {failed === 0 ? '' : `, ${formatNumber(failed)} failed`}
      </span>
      <progress className={css.bar} aria-labelledby={id} value={done} max={Math.max(1, total)} />
      <Button size="small" onClick={cancel}>
        Cancel
      </Button>
    </div>
  )
}
