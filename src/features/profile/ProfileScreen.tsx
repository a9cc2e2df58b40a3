import { sessionUser } from '#src/machines/session/selectors.ts'
import { useSession } from '#src/app/services.ts'
import { OwnSessions } from './OwnSessions.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { account, column } from './ProfileScreen.css.ts'

export default function ProfileScreen() {
  const user = useSession(sessionUser)
  return user ? (
    <div className={account}>
      <div className={column}>
        <ProfileForm email={user.email} />
        <PasswordForm email={user.email} />
      </div>
      <OwnSessions />
    </div>
  ) : null
}
