import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { Link } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { profileChangeSchema } from '#contract/account.ts'
import type { User } from '#contract/auth.ts'
import { usePreferences, useServices, useSession } from '#src/app/services.ts'
import { useMutation } from '#src/app/use-mutation.ts'
import { sessionUser } from '#src/machines/session/selectors.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { PageHeader } from '#src/ui/cards/PageHeader.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { OwnSessions } from './OwnSessions.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import * as css from './ProfileScreen.css.ts'
import { column, columns, form, link, screen, submit } from './ProfileScreen.css.ts'
import { RegionalSettings } from './RegionalSettings.tsx'
import { useAccountApi } from './useAccountApi.ts'

const resolver = standardSchemaResolver(profileChangeSchema)
const resetOptions = { keepDirtyValues: true }

/** The user's e-mail and name, of which the name can be changed. */
function ProfileForm({ user: { email, username } }: { readonly user: User }) {
  const api = useAccountApi()
  const { sessionCommands } = useServices()
  const { toasts } = useOverlays()
  const { mutate, error } = useMutation(api.rename)
  const { register, handleSubmit, resetField, formState } = useForm({ resolver, values: { username }, resetOptions })
  const { errors, isDirty, isSubmitting } = formState

  const save = handleSubmit(async (change) => {
    const result = await mutate(change.username)
    if (result?.ok !== true) return
    resetField('username', { defaultValue: change.username })
    sessionCommands.userChanged()
    toasts.success('Profile updated', `Your name is ${change.username}`)
  })

  return (
    <Card title="Account" footer="Your name is shown to those you share strategies with, and to Admins.">
      <form className={form} noValidate aria-label="Account" onSubmit={(event) => void save(event)}>
        {error === undefined ? null : (
          <Alert tone="danger" title="Failed to update profile">
            {error}
          </Alert>
        )}
        <TextField label="E-mail" type="email" autoComplete="off" value={email} readOnly />
        <TextField {...register('username')} label="Name" autoComplete="nickname" error={errors.username?.message} />
        <KeyValueList
          items={[
            {
              label: 'API key',
              value: (
                <Link to="/profile/security" hash="api-tokens" className={link}>
                  API tokens
                </Link>
              ),
            },
          ]}
        />
        <Button
          variant="primary"
          type="submit"
          className={submit}
          disabled={!isDirty}
          busy={isSubmitting}
          busyText="Updating..."
        >
          Update Profile
        </Button>
      </form>
    </Card>
  )
}

/** The way to the page of the account's security. */
function SecurityLink() {
  return (
    <Card title="Security">
      <Link to="/profile/security" className={css.link}>
        Account security
      </Link>
    </Card>
  )
}

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
