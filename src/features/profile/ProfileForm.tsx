import { Button } from '#src/ui/controls/Button.tsx'
import { Card } from '#src/ui/cards/Card.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { form, submit } from './ProfileScreen.css.ts'

const NOTE_ID = 'profile-note'
const NOT_YET = 'Changing these details is not possible yet.'

/** Static form: nothing in it can be saved yet, so it is disabled, and the card says why. */
export function ProfileForm({ email }: { readonly email: string }) {
  return (
    <Card title="Account" footer={<span id={NOTE_ID}>{NOT_YET}</span>}>
      <form className={form} aria-label="Account" aria-describedby={NOTE_ID}>
        <TextField label="E-mail" type="email" autoComplete="off" value={email} readOnly />
        <TextField label="Name" autoComplete="off" disabled />
        <TextField label="API key" type="password" autoComplete="off" disabled />
        <Button variant="primary" type="submit" className={submit} disabled title={NOT_YET} aria-describedby={NOTE_ID}>
          Update Profile
        </Button>
      </form>
    </Card>
  )
}
