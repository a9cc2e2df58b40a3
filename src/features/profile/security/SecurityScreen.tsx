import { Link } from '@tanstack/react-router'
import { usePreferences } from '#src/app/services.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { PageHeader } from '#src/ui/cards/PageHeader.tsx'
import { OwnSessions } from '../OwnSessions.tsx'
import { column, columns, screen } from '../ProfileScreen.css.ts'
import { FactorsSection } from './factors/FactorsSection.tsx'
import { SignInHistory } from './SignInHistory.tsx'
import { TokensSection } from './tokens/TokensSection.tsx'

/** What keeps the user's own account safe: how it is signed in to, and who is signed in. */
export default function SecurityScreen() {
  const [{ timeZone = '' }] = usePreferences()
  return (
    <div className={screen}>
      <PageHeader title="Account security" subtitle="How you sign in, and where you are signed in" />
      <div className={columns}>
        <div className={column}>
          <Card title="Password">
            <p>
              Change it in <Link to="/profile">Profile</Link>. That signs out all your other sessions.
            </p>
          </Card>
          <FactorsSection />
        </div>
        <div className={column}>
          <OwnSessions key={timeZone} />
          <SignInHistory key={`sign-ins ${timeZone}`} />
          <div id="api-tokens" className={column}>
            <TokensSection />
          </div>
        </div>
      </div>
    </div>
  )
}
