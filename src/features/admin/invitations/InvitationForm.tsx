import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { emailProblem, type CreatedInvitation } from '#contract/invitations.ts'
import { ADMIN_AREA } from '#contract/limits.ts'
import { type Role, ROLES, roleSchema } from '#contract/roles.ts'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { Select } from '#src/ui/fields/Select.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { stack } from '../admin.css.ts'
import { useAdminApi } from '../useAdminApi.ts'

const HINTS: Record<Role, string> = {
  Viewer: 'Viewing analytics, and the strategies that are shared with all Viewers',
  Trader:
    'Trading access with executing trades and viewing analytics. Trades are simulated: no order reaches an exchange',
  Admin: 'Full admin access with user management and security monitoring',
}
const ROLE_OPTIONS = ROLES.map((role) => ({ id: role, label: role }))

const emailSchema = z.string().check((context) => {
  const message = emailProblem(context.value)
  if (message !== undefined) context.issues.push({ code: 'custom', message: message, input: context.value })
})
const formSchema = z.object({ email: emailSchema, role: roleSchema })
const EMPTY: z.infer<typeof formSchema> = { email: '', role: 'Trader' }
const resolver = standardSchemaResolver(formSchema)

export interface InvitationFormProps {
  readonly id: string
  readonly onBusy: (isBusy: boolean) => void
  readonly onCreated: (created: CreatedInvitation) => void
}

export function InvitationForm({ id, onBusy, onCreated }: InvitationFormProps) {
  const api = useAdminApi()
  const [failure, setFailure] = useState<string>()
  const { control, register, handleSubmit, formState } = useForm({
    resolver,
    defaultValues: EMPTY,
  })

  const create = handleSubmit(async ({ email, role }) => {
    setFailure(undefined)
    onBusy(true)
    const result = await api.invite({ email: email.trim(), role })
    onBusy(false)
    if (result.ok) onCreated(result.value)
    else setFailure(result.error)
  })

  return (
    <form id={id} className={stack} noValidate aria-label="Create Invitation" onSubmit={(event) => void create(event)}>
      {failure === undefined ? null : (
        <Alert tone="danger" title="Failed to create invitation">
          {failure}
        </Alert>
      )}
      <TextField
        {...register('email')}
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={ADMIN_AREA.maxEmail}
        error={formState.errors.email?.message}
      />
      <Controller
        control={control}
        name="role"
        render={({ field }) => (
          <Select
            label="Role"
            options={ROLE_OPTIONS}
            value={field.value}
            hint={HINTS[field.value]}
            onChange={field.onChange}
          />
        )}
      />
    </form>
  )
}
