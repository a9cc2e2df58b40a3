import { useObservableState } from 'observable-hooks'
import { usePublicServices } from '#src/app/services.ts'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { banner } from './ReadOnlyBanner.css.ts'

/** Says on every screen why the server accepts no changes, while it does not. */
export default function ReadOnlyBanner() {
  const reason = useObservableState(usePublicServices().readOnly$)
  return reason === undefined ? null : (
    <div className={banner}>
      <Alert tone="warning">{reason}</Alert>
    </div>
  )
}
