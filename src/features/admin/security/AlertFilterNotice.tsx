import { Button } from '#src/ui/controls/Button.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { row } from '../admin.css.ts'
import { useSecuritySearch } from './useSecuritySearch.ts'

/** Notice that a log shows only the rows behind one alert, with a way back. */
export function AlertFilterNotice({ rowsLabel }: { readonly rowsLabel: string }) {
  const { search, change } = useSecuritySearch()
  return search.alert === undefined ? null : (
    <Alert
      tone="info"
      action={
        <span className={row}>
          <Button size="small" onClick={() => change({ tab: 'alerts', alert: undefined })}>
            Back to Alerts
          </Button>
          <Button size="small" onClick={() => change({ alert: undefined })}>
            Show All
          </Button>
        </span>
      }
    >
      Showing only the {rowsLabel} behind one alert. Other filters are ignored.
    </Alert>
  )
}
