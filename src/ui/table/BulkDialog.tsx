import { useEffect, useState } from 'react'
import { Button } from '../controls/Button.tsx'
import { Dialog } from '../overlays/Dialog.tsx'
import { Badge } from '../text/Badge.tsx'
import * as layout from '../theme/layout.css.ts'
import type { Tone } from '../theme/palettes.ts'
import { runBulk, summaryOf, type BulkAction, type Outcome } from './bulk.ts'
import * as css from './PagedTable.css.ts'

const OUTCOMES: Record<Outcome['kind'], { readonly text: string; readonly tone: Tone }> = {
  waiting: { text: 'Waiting', tone: 'neutral' },
  running: { text: 'Running', tone: 'info' },
  done: { text: 'Done', tone: 'success' },
  skipped: { text: 'Left out', tone: 'neutral' },
  failed: { text: 'Failed', tone: 'danger' },
}

export interface BulkDialogProps<Row> {
  readonly action: BulkAction<Row>
  readonly rows: readonly { readonly row: Row; readonly id: string; readonly name: string }[]
  readonly onClose: () => void
}

/** Runs an action on several rows and shows what becomes of each. Closing it stops after the row that is running. */
export function BulkDialog<Row>({ action, rows, onClose }: BulkDialogProps<Row>) {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const [isRunning, setIsRunning] = useState(true)
  const [run] = useState(() => (signal: AbortSignal) => {
    const report = (id: string, outcome: Outcome) => setOutcomes((known) => new Map(known).set(id, outcome))
    return runBulk(action, rows, report, signal)
  })
  useEffect(() => {
    const controller = new AbortController()
    const runAll = async () => {
      await run(controller.signal)
      if (!controller.signal.aborted) setIsRunning(false)
    }
    // Deferred, so that the double effect of React's strict mode does not act twice.
    const timer = setTimeout(() => void runAll())
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [run])
  const outcomeOf = (id: string): Outcome => outcomes.get(id) ?? { kind: 'waiting' }

  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title={action.label}
      closeOnOutside={false}
      footer={
        <Button variant="primary" onClick={onClose}>
          {isRunning ? 'Stop' : 'Close'}
        </Button>
      }
    >
      <div className={layout.stack[3]}>
        <output>{summaryOf(rows.map(({ id }) => outcomeOf(id)))}</output>
        <ul className={css.outcomes} aria-label="Results">
          {rows.map(({ id, name }) => {
            const outcome = outcomeOf(id)
            const { text, tone } = OUTCOMES[outcome.kind]
            return (
              <li key={id} className={css.outcome}>
                <span className={css.outcomeName}>{name}</span> <Badge tone={tone}>{text}</Badge>
                {'reason' in outcome ? <span className={css.reason}>{outcome.reason}</span> : null}
              </li>
            )
          })}
        </ul>
      </div>
    </Dialog>
  )
}
