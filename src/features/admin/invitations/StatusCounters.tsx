import { INVITATION_STATUSES, type InvitationCounts, type InvitationStatus } from '#contract/invitations.ts'
import { formatNumber } from '#src/ui/format/number.ts'
import { neutralTileValue, tiles } from '../admin.css.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import { counter } from './invitations.css.ts'
import { STATUS_NAMES } from './status.ts'

export interface StatusCountersProps {
  readonly counts: InvitationCounts
  /** The status filter of the table. */
  readonly selected: InvitationStatus | undefined
  readonly onSelect: (status: InvitationStatus | undefined) => void
}

/** Counts by status; each is a toggle that filters the table. */
export function StatusCounters({ counts, selected, onSelect }: StatusCountersProps) {
  return (
    <ul className={tiles} aria-label="Invitations by status">
      {INVITATION_STATUSES.map((status) => (
        <li key={status}>
          <button
            type="button"
            className={counter}
            aria-pressed={selected === status}
            onClick={() => onSelect(selected === status ? undefined : status)}
          >
            <span className={layout.quiet}>{STATUS_NAMES[status]}</span>{' '}
            <span className={neutralTileValue}>{formatNumber(counts[status])}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
