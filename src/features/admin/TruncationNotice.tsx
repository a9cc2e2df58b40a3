import { Alert } from '#src/ui/display/Alert.tsx'
import { formatNumber } from '#src/ui/format/number.ts'

export interface TruncationNoticeProps {
  /** What the list has the newest of: 'sign-in attempts'. */
  readonly rowsLabel: string
  readonly shown: number
  /** How many there are; undefined where the backend does not count. */
  readonly total: number | undefined
  readonly advice?: string | undefined
}

const DEFAULT_ADVICE = 'Narrow the filters to see others.'

/** Says that a list holds only a part, and what to do about it. */
export function TruncationNotice({ rowsLabel, shown, total, advice = DEFAULT_ADVICE }: TruncationNoticeProps) {
  return total === undefined || total <= shown ? null : (
    <Alert tone="info">
      The {formatNumber(shown)} {rowsLabel} of {formatNumber(total)} are listed. {advice}
    </Alert>
  )
}
