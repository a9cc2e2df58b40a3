import { sessionUser } from '#src/machines/session/selectors.ts'
import { useSession } from '#src/services.ts'
import { ProfileForm } from './ProfileForm.tsx'

export default function ProfileScreen() {
  const user = useSession(sessionUser)
  return user ? <ProfileForm email={user.email} /> : null
}
