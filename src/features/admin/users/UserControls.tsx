import type { ReactNode } from 'react'
import type { AdminUser } from '#contract/admin.ts'
import { type Role, roleReaches, ROLES } from '#contract/roles.ts'
import { useMutation } from '#src/app/use-mutation.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { pluralize } from '#src/ui/format/number.ts'
import { RoleBadge } from '#src/ui/text/RoleBadge.tsx'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import type { AdminApi } from '#src/app/services.ts'
import { useAdminApi } from '../useAdminApi.ts'
import { factorsOf, StatusBadge } from './columns.tsx'
import { control, controlName } from '#src/features/admin/admin.css.ts'

export interface UserControlProps {
  readonly user: AdminUser
  readonly isOwn: boolean
  readonly onChanged: () => void
}

interface ControlProps extends UserControlProps {
  readonly name: string
  readonly state: ReactNode
  /** Why the setting cannot be changed for one's own account. */
  readonly ownWarning: string
  readonly changes: readonly Change[]
  readonly failed: string
}

interface Change {
  readonly label: string
  readonly question: string
  readonly consequence: string
  readonly isHarmful: boolean
  readonly apply: (api: AdminApi) => ReturnType<AdminApi['setRole']>
  readonly succeeded: string
}

const applyChange = (api: AdminApi, { apply }: Change) => apply(api)

/** A setting of a user: current value, a button for each change after confirmation, and the error of the last attempt. */
function Control({ user, isOwn, onChanged, name, state, ownWarning, changes, failed }: ControlProps) {
  const api = useAdminApi()
  const { dialogs, toasts } = useOverlays()
  const { mutate, isPending, pending, error } = useMutation(applyChange)

  const confirmAndApply = async (change: Change) => {
    const { label, question, consequence, isHarmful, succeeded } = change
    const text = `${user.email}\n${consequence}`
    if (!(await dialogs.confirm({ title: question, text, confirmText: label, danger: isHarmful }))) return
    const result = await mutate(api, change)
    if (result?.ok !== true) return
    toasts.success(succeeded)
    onChanged()
  }

  return (
    <section className={control} aria-label={name}>
      <div className={layout.wrap[3]}>
        <span className={controlName}>{name}</span>
        {state}
        {isOwn
          ? null
          : changes.map((change) => (
              <Button
                key={change.label}
                size="small"
                busy={pending?.[1].label === change.label}
                disabled={isPending}
                onClick={() => void confirmAndApply(change)}
              >
                {change.label}
              </Button>
            ))}
      </div>
      {isOwn ? <Alert tone="warning">{ownWarning}</Alert> : null}
      {error === undefined ? null : (
        <Alert tone="danger" title={failed}>
          {error}
        </Alert>
      )}
    </section>
  )
}

type RoleChange = Pick<Change, 'label' | 'question' | 'consequence'>

/** By the new role. */
const PROMOTIONS: Readonly<Partial<Record<Role, RoleChange>>> = {
  Trader: {
    label: 'Promote to Trader',
    question: 'Promote to Trader?',
    consequence: 'They can create strategies, backtest them, trade them on paper and upload models.',
  },
  Admin: {
    label: 'Promote to Admin',
    question: 'Promote to Admin?',
    consequence: 'They get full admin access, with user management and security monitoring.',
  },
}
const DEMOTIONS: Readonly<Partial<Record<Role, RoleChange>>> = {
  Viewer: {
    label: 'Demote to Viewer',
    question: 'Demote to Viewer?',
    consequence: 'They keep viewing analytics. Their strategies are paused.',
  },
  Trader: {
    label: 'Demote to Trader',
    question: 'Demote to Trader?',
    consequence: 'They lose admin access and keep trading and analytics.',
  },
}

export function RoleControl(props: UserControlProps) {
  const { user } = props
  const changes = ROLES.flatMap((role): Change[] => {
    const isHarmful = roleReaches(user.role, role)
    const change = role === user.role ? undefined : (isHarmful ? DEMOTIONS : PROMOTIONS)[role]
    if (!change) return []
    const consequence = `${change.consequence} All their sessions end now.`
    const apply: Change['apply'] = (api) => api.setRole(user.id, role)
    return [{ ...change, consequence, isHarmful, apply, succeeded: 'User role updated' }]
  })
  return (
    <Control
      {...props}
      name="Current role"
      state={<RoleBadge of={user.role} shape="pill" />}
      ownWarning="You cannot change your own role"
      changes={changes}
      failed="Failed to update role"
    />
  )
}

const STATUS_CHANGES = {
  activate: {
    label: 'Activate',
    question: 'Activate this user?',
    consequence: 'They can sign in again.',
    succeeded: 'User activated',
  },
  deactivate: {
    label: 'Deactivate',
    question: 'Deactivate this user?',
    consequence: 'They cannot sign in until activated again. All their sessions end now.',
    succeeded: 'User deactivated',
  },
} as const

export function StatusControl(props: UserControlProps) {
  const { id, is_active: isActive } = props.user
  return (
    <Control
      {...props}
      name="Status"
      state={<StatusBadge isActive={isActive} />}
      ownWarning="You cannot deactivate your own account"
      changes={[
        {
          ...STATUS_CHANGES[isActive ? 'deactivate' : 'activate'],
          isHarmful: isActive,
          apply: (api) => api.setActive(id, !isActive),
        },
      ]}
      failed={isActive ? 'Failed to deactivate user' : 'Failed to activate user'}
    />
  )
}

/** What the user signs in with beside the password, and the reset for who lost it. */
export function FactorControl(props: UserControlProps) {
  const { recovery_codes_left: codesLeft = 0 } = props.user
  const factors = factorsOf(props.user)
  return (
    <Control
      {...props}
      name="Second factors"
      state={factors === undefined ? 'None' : `${factors} · ${pluralize(codesLeft, 'recovery code')} left`}
      ownWarning="You cannot reset your own second factors"
      changes={
        factors === undefined
          ? []
          : [
              {
                label: 'Reset Second Factors',
                question: 'Reset the second factors of this user?',
                consequence:
                  'Their password alone then signs in, until they set up a new one. Be sure whom you speak to. All their sessions end now.',
                isHarmful: true,
                apply: (api) => api.resetFactors(props.user.id),
                succeeded: 'Second factors reset',
              },
            ]
      }
      failed="Failed to reset the second factors"
    />
  )
}
