import { PageHeader } from '#src/ui/cards/PageHeader.tsx'
import { account } from '../ProfileScreen.css.ts'
import { FactorsSection } from './factors/FactorsSection.tsx'

/** What keeps the user's own account safe: how it is signed in to, and who is signed in. */
export default function SecurityScreen() {
  return (
    <div className={account}>
      <PageHeader title="Account security" subtitle="How you sign in, and where you are signed in" />
      <FactorsSection />
    </div>
  )
}
