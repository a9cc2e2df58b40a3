import { sessionUser } from '#src/machines/session/selectors.ts'
import { usePreferences, useSession } from '#src/app/services.ts'
import { PageHeader } from '#src/ui/cards/PageHeader.tsx'
import { OwnSessions } from './OwnSessions.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { column, columns, screen } from './ProfileScreen.css.ts'
import { RegionalSettings } from './RegionalSettings.tsx'
import { SecurityLink } from './SecurityLink.tsx'

export default function ProfileScreen() {
  const user = useSession(sessionUser)
  const [{ timeZone = '' }] = usePreferences()
  return user ? (
    <div className={screen}>
      <PageHeader title="Profile" subtitle="Your account" />
      <div className={columns}>
        <div className={column}>
          <ProfileForm user={user} />
          <RegionalSettings />
          <PasswordForm email={user.email} />
        </div>
        <div className={column}>
          <SecurityLink />
          <OwnSessions key={timeZone} />
        </div>
      </div>
    </div>
  ) : null
}
