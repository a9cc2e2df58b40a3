import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { PASSWORD } from '#contract/limits.ts'
import { passwordError } from '#contract/password-rules.ts'
import { useMutation } from '#src/app/use-mutation.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { Card } from '#src/ui/cards/Card.tsx'
import { PasswordField } from '#src/ui/fields/PasswordField.tsx'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { form, submit } from './ProfileScreen.css.ts'
import { useAccountApi } from './useAccountApi.ts'

const newPassword = z.string().check((context) => {
  const message = passwordError(context.value)
  if (message !== undefined) context.issues.push({ code: 'custom', message: message, input: context.value })
})
const formSchema = z
  .object({
    current: z.string().check(z.minLength(1, 'Current password is required')),
    next: newPassword,
    again: z.string(),
  })
  .check(z.refine(({ next, again }) => next === again, { path: ['again'], message: 'Passwords do not match' }))
const EMPTY: z.infer<typeof formSchema> = { current: '', next: '', again: '' }
const resolver = standardSchemaResolver(formSchema)

const HINT = `At least ${PASSWORD.minLength} characters, with an uppercase letter, a lowercase letter and a number`

/** Changes the user's password; all other sessions end. */
export function PasswordForm({ email }: { readonly email: string }) {
  const api = useAccountApi()
  const { toasts } = useOverlays()
  const { mutate, error } = useMutation(api.changePassword)
  const { register, handleSubmit, reset, formState } = useForm({ resolver, defaultValues: EMPTY })
  const { errors, isSubmitting } = formState

  const change = handleSubmit(async ({ current, next }) => {
    const result = await mutate({ current_password: current, new_password: next })
    if (result?.ok !== true) return
    reset()
    toasts.success('Password changed', `Other sessions ended: ${result.value.sessions_revoked}`)
  })

  return (
    <Card
      title="Password"
      footer="Changing the password signs out all your other sessions. API tokens keep working until you revoke them."
    >
      <form className={form} noValidate aria-label="Change Password" onSubmit={(event) => void change(event)}>
        {error === undefined ? null : (
          <Alert tone="danger" title="Failed to change password">
            {error}
          </Alert>
        )}
        {/* Says whose password it is, to password managers. */}
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          {...register('current')}
          label="Current password"
          autoComplete="current-password"
          error={errors.current?.message}
        />
        <PasswordField
          {...register('next')}
          label="New password"
          autoComplete="new-password"
          hint={HINT}
          error={errors.next?.message}
        />
        <PasswordField
          {...register('again')}
          label="New password again"
          autoComplete="new-password"
          error={errors.again?.message}
        />
        <Button type="submit" variant="primary" className={submit} busy={isSubmitting} busyText="Changing...">
          Change Password
        </Button>
      </form>
    </Card>
  )
}
