import { Alert } from '#src/ui/feedback/Alert.tsx'
import { formatNumber } from '#src/ui/format/number.ts'

export interface TruncationNoticeProps {
  /** Which rows are listed: 'newest attempts'. */
  readonly rowsLabel: string
  readonly shown: number
  /** Undefined if the backend does not count. */
  readonly total: number | undefined
  readonly advice?: string | undefined
}

const DEFAULT_ADVICE = 'Narrow the filters to see more.'

/** Notice that a list is truncated. Renders nothing for complete lists. */
export function TruncationNotice({ rowsLabel, shown, total, advice = DEFAULT_ADVICE }: TruncationNoticeProps) {
  return total === undefined || total <= shown ? null : (
    <Alert tone="info">
      The {formatNumber(shown)} {rowsLabel} of {formatNumber(total)} are listed. {advice}
    </Alert>
  )
}
