import { Button } from '#src/ui/controls/Button.tsx'
import { Card } from '#src/ui/cards/Card.tsx'
import { PageHeader } from '#src/ui/cards/PageHeader.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { form, screen, submit } from './ProfileScreen.css.ts'

const NOTE_ID = 'profile-note'

/** Static form: saving is not implemented yet, and the card says so. */
export function ProfileForm({ email }: { readonly email: string }) {
  return (
    <div className={screen}>
      <PageHeader title="Profile" subtitle="Your account" />
      <Card title="Account" footer={<span id={NOTE_ID}>Changes made here are not saved yet.</span>}>
        <form className={form} onSubmit={(event) => event.preventDefault()}>
          <TextField label="E-mail" type="email" autoComplete="email" defaultValue={email} />
          <TextField label="Name" autoComplete="name" />
          <TextField label="API key" type="password" autoComplete="off" spellCheck={false} />
          <Button variant="primary" type="submit" className={submit} aria-describedby={NOTE_ID}>
            Update Profile
          </Button>
        </form>
      </Card>
    </div>
  )
}
