import { sessionUser } from '#src/machines/session/selectors.ts'
import { usePreferences, useSession } from '#src/app/services.ts'
import { OwnSessions } from './OwnSessions.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { account, column } from './ProfileScreen.css.ts'
import { RegionalSettings } from './RegionalSettings.tsx'
import { SecurityLink } from './SecurityLink.tsx'

export default function ProfileScreen() {
  const user = useSession(sessionUser)
  const [{ timeZone = '' }] = usePreferences()
  return user ? (
    <div className={account}>
      <div className={column}>
        <ProfileForm email={user.email} />
        <RegionalSettings />
        <PasswordForm email={user.email} />
        <SecurityLink />
      </div>
      <OwnSessions key={timeZone} />
    </div>
  ) : null
}
