import { Link } from '@tanstack/react-router'
import { Card } from '#src/ui/cards/Card.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { button } from '#src/ui/controls/Button.css.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import { stack } from './admin.css.ts'

/** Shown in place of the admin area while the server demands a second factor that this Admin lacks. */
export function FactorRequired({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <Card title="Set Up a Second Factor First">
      <div className={stack} role="alert">
        <p>This server lets Admins in with a second factor only: a passkey, or an app that shows codes.</p>
        <p>You have none yet. It takes a minute, and everything else stays open to you meanwhile.</p>
        <div className={layout.wrap[3]}>
          <Link to="/profile/security" className={button({ variant: 'primary', size: 'medium' })}>
            Set Up a Second Factor
          </Link>
          <Button onClick={onRetry}>Try Again</Button>
        </div>
      </div>
    </Card>
  )
}
