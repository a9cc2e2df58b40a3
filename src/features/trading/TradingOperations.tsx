import { FlaskConical } from 'lucide-react'
import { Button } from '#src/ui/controls/Button.tsx'
import { Badge } from '#src/ui/text/Badge.tsx'
import { Card } from '#src/ui/cards/Card.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { PageHeader } from '#src/ui/cards/PageHeader.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { StrategyManagement } from './StrategyManagement.tsx'
import { COMING_SOON } from './texts.ts'
import { useTradingContext } from './trading-context.ts'
import * as css from './trading.css.ts'

function Placeholder({ title, children }: { readonly title: string; readonly children: string }) {
  return (
    <Card title={title} trailing={<Badge>{COMING_SOON}</Badge>}>
      <EmptyState title={children} />
    </Card>
  )
}

/** The trading screen: strategies, and placeholders for features to come. */
export function TradingOperations() {
  const { address, canEdit } = useTradingContext()
  return (
    <div className={layout.stack[4]}>
      <PageHeader
        title="Trading Operations"
        subtitle="Strategies and their decisions"
        actions={
          canEdit ? (
            <Button icon={<FlaskConical size={14} aria-hidden="true" />} onClick={address.openBacktests}>
              Backtests
            </Button>
          ) : undefined
        }
      />
      <StrategyManagement />
      <div className={css.placeholders}>
        <Placeholder title="Trading Bot Control">
          Starting and stopping bots is not part of the product yet.
        </Placeholder>
        <Placeholder title="Position & Risk Management">Positions are not part of the product yet.</Placeholder>
      </div>
    </div>
  )
}
