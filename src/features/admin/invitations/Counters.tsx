import { INVITATION_STATUSES, type InvitationCounts, type InvitationStatus } from '#contract/invitations.ts'
import { formatNumber } from '#src/ui/format/number.ts'
import { plainFigure, tileName, tiles } from '../admin.css.ts'
import { counter } from './invitations.css.ts'
import { STATUS_NAMES } from './status.ts'

export interface CountersProps {
  readonly counts: InvitationCounts
  /** The status that the table is narrowed to. */
  readonly chosen: InvitationStatus | undefined
  readonly onChoose: (status: InvitationStatus | undefined) => void
}

/** How many there are of each status; pressed, one shows only these. */
export function Counters({ counts, chosen, onChoose }: CountersProps) {
  return (
    <ul className={tiles} aria-label="Invitations by status">
      {INVITATION_STATUSES.map((status) => (
        <li key={status}>
          <button
            type="button"
            className={counter}
            aria-pressed={chosen === status}
            onClick={() => onChoose(chosen === status ? undefined : status)}
          >
            <span className={tileName}>{STATUS_NAMES[status]}</span>{' '}
            <span className={plainFigure}>{formatNumber(counts[status])}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
