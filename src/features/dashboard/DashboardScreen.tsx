import { useServices } from '#src/services.ts'
import { Card } from '#src/ui/display/Card.tsx'
import { ComparisonCard } from './ComparisonCard.tsx'
import { DashboardLayout } from './DashboardLayout.tsx'

export default function DashboardScreen() {
  const { config } = useServices()
  return (
    <DashboardLayout
      chart={
        <Card title="BTC/USD Live Chart (1m)" state={{ kind: 'empty', text: 'The live chart is not there yet.' }} />
      }
      comparison={<ComparisonCard src={config.comparison} />}
    />
  )
}
