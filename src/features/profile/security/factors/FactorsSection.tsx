import { useRemoteQuery } from '#src/app/use-remote-data.ts'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { Card } from '#src/ui/cards/Card.tsx'
import { Help } from '#src/ui/overlays/Help.tsx'
import { useAccountApi } from '../../useAccountApi.ts'
import { FactorDialogs } from './FactorDialogs.tsx'
import { FactorRows } from './FactorRows.tsx'
import { useFactorActions } from './useFactorActions.ts'

/** The user's second factors: what signing in takes besides the password. */
export function FactorsSection() {
  const { factors: api } = useAccountApi()
  const factors = useRemoteQuery(api.list, null)
  const actions = useFactorActions(factors.value, factors.reload)
  return (
    <Card
      title="Second factor"
      help={<Help of="Second factor" topic="factors" />}
      footer="With a second factor, your password alone opens nothing."
    >
      <AsyncContent data={factors} loading="Loading second factors..." failed="Failed to load second factors" lines={2}>
        {(value) => <FactorRows factors={value} actions={actions} />}
      </AsyncContent>
      <FactorDialogs actions={actions} />
    </Card>
  )
}
