import { Alert } from '#src/ui/display/Alert.tsx'
import { formatNumber } from '#src/ui/format/number.ts'

export interface TruncatedProps {
  /** What the list has the newest of: 'sign-in attempts'. */
  readonly what: string
  readonly shown: number
  /** How many there are; undefined where the backend does not count. */
  readonly total: number | undefined
  readonly advice?: string | undefined
}

const NARROW = 'Narrow the filters to see others.'

/** Says that a list holds only a part, and what to do about it. */
export function Truncated({ what, shown, total, advice = NARROW }: TruncatedProps) {
  return total === undefined || total <= shown ? null : (
    <Alert tone="info">
      The {formatNumber(shown)} {what} of {formatNumber(total)} are listed. {advice}
    </Alert>
  )
}
