import { FlaskConical } from 'lucide-react'
import { Button } from '#src/ui/controls/Button.tsx'
import { Badge } from '#src/ui/text/Badge.tsx'
import { Card } from '#src/ui/cards/Card.tsx'
import { PageHeader } from '#src/ui/cards/PageHeader.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { StrategyManagement } from './StrategyManagement.tsx'
import { COMING_SOON } from './texts.ts'
import { useTradingContext } from './trading-context.ts'
import * as css from './trading.css.ts'

const TO_COME = ['Trading Bot Control', 'Position & Risk Management']

/** The trading screen: strategies, and below them one line for each of the features to come. */
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
        {TO_COME.map((title) => (
          <Card key={title} title={title} trailing={<Badge>{COMING_SOON}</Badge>} headOnly />
        ))}
      </div>
    </div>
  )
}
