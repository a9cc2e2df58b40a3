import { type SubmitEvent, useState } from 'react'
import { API_SCOPES, type ApiScope, type ApiToken, type CreatedApiToken } from '#contract/api-tokens.ts'
import * as SERVICE from '#contract/endpoints/service.ts'
import { API_TOKEN } from '#contract/limits.ts'
import { useMutation } from '#src/app/use-mutation.ts'
import { useRemoteQuery } from '#src/app/use-remote-data.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { Checkbox } from '#src/ui/fields/Checkbox.tsx'
import { Select } from '#src/ui/fields/Select.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { MINUTE_MS, useNow } from '#src/ui/format/useNow.ts'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { Help } from '#src/ui/overlays/Help.tsx'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { useCopy } from '#src/ui/overlays/useCopy.ts'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import { columnHelper, type Columns } from '#src/ui/table/model.ts'
import { RelativeTime } from '#src/ui/text/RelativeTime.tsx'
import { UntilTime } from '#src/ui/text/UntilTime.tsx'
import { VisuallyHidden } from '#src/ui/text/VisuallyHidden.tsx'
import { useAccountApi } from '../../useAccountApi.ts'
import * as css from './tokens.css.ts'
import { secret as secretText } from './tokens.css.ts'

/** What a scope allows, in words. */
const SCOPE_LABELS: Readonly<Record<ApiScope, string>> = {
  'market:read': 'Read market data',
  'streams:read': 'Read streams',
  'strategies:read': 'Read strategies',
  'strategies:write': 'Change strategies',
  'paper:read': 'Read paper trading',
  'paper:write': 'Trade on paper',
  'models:read': 'Read models',
  'models:write': 'Change models',
}

const LIVES = [
  { id: '7', label: '7 days' },
  { id: '30', label: '30 days' },
  { id: '90', label: '90 days' },
  { id: '365', label: 'A year' },
] as const
const FORM_ID = 'new-api-token'

interface NewTokenDialogProps {
  readonly onClose: () => void
  readonly onCreated: (created: CreatedApiToken) => void
}

/** Asks for the name, the scopes and the end of a new API token. */
function NewTokenDialog({ onClose, onCreated }: NewTokenDialogProps) {
  const { mutate, isPending, error } = useMutation(useAccountApi().createToken)
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<ReadonlySet<ApiScope>>(new Set(['market:read']))
  const [life, setLife] = useState<(typeof LIVES)[number]['id']>('90')
  const isComplete = name.trim() !== '' && scopes.size > 0

  const toggle = (scope: ApiScope, isOn: boolean) =>
    setScopes(new Set(isOn ? [...scopes, scope] : [...scopes].filter((each) => each !== scope)))
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (!isComplete) return
    const result = await mutate({ name: name.trim(), scopes: [...scopes], days: Number(life) })
    if (result?.ok === true) onCreated(result.value)
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Create API Token"
      description="It never reaches your account or the admin area, and what it may do is limited by your role."
      closeOnOutside={false}
      focusField
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={FORM_ID} disabled={!isComplete} busy={isPending}>
            Create
          </Button>
        </>
      }
    >
      <form
        id={FORM_ID}
        className={css.form}
        noValidate
        aria-label="Create API Token"
        onSubmit={(event) => void submit(event)}
      >
        {error === undefined ? null : (
          <Alert tone="danger" title="Failed to create the API token">
            {error}
          </Alert>
        )}
        <TextField
          label="Name"
          autoComplete="off"
          hint="What uses it, such as: nightly report"
          maxLength={API_TOKEN.maxName}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <fieldset className={css.scopes}>
          <legend>It may</legend>
          {API_SCOPES.map((scope) => (
            <Checkbox
              key={scope}
              label={SCOPE_LABELS[scope]}
              checked={scopes.has(scope)}
              onChange={(event) => toggle(scope, event.target.checked)}
            />
          ))}
        </fieldset>
        <Select label="Ends after" options={LIVES} value={life} onChange={setLife} />
      </form>
    </Dialog>
  )
}

interface CreatedTokenDialogProps {
  readonly name: string
  readonly secret: string
  readonly onClose: () => void
}

/** Shows a new API token, this once. */
function CreatedTokenDialog({ name, secret, onClose }: CreatedTokenDialogProps) {
  const copy = useCopy()
  return (
    <Dialog
      open
      onClose={onClose}
      title="Your API Token"
      description={`${name}. Copy it now: it is not shown again.`}
      closeOnOutside={false}
      footer={
        <>
          <Button onClick={() => void copy(secret, 'API token copied')}>Copy</Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <code className={secretText} aria-label="API token">
        {secret}
      </code>
    </Dialog>
  )
}

const column = columnHelper<ApiToken>()

const columnsOf = (now: number, onRevoke: (token: ApiToken) => void): Columns<ApiToken> =>
  column.columns([
    column.accessor('name', { header: 'Name', meta: { isTitle: true, wraps: true } }),
    column.accessor('scopes', {
      header: 'May',
      meta: { wraps: true },
      cell: (cell) =>
        cell
          .getValue()
          .map((scope) => SCOPE_LABELS[scope])
          .join(', '),
    }),
    column.accessor('last_used_at', {
      header: 'Last Used',
      cell: (cell) => {
        const at = cell.getValue()
        return at === null ? 'Never' : <RelativeTime at={Date.parse(at)} now={now} />
      },
    }),
    column.accessor('expires_at', {
      header: 'Expires',
      cell: (cell) => <UntilTime at={Date.parse(cell.getValue())} now={now} />,
    }),
    column.display({
      id: 'actions',
      header: () => <VisuallyHidden>Actions</VisuallyHidden>,
      meta: { isActions: true },
      cell: ({ row: { original } }) => (
        <Button size="small" onClick={() => onRevoke(original)}>
          Revoke <VisuallyHidden>{original.name}</VisuallyHidden>
        </Button>
      ),
    }),
  ])

/** The user's API tokens, with which programs get in. */
export function TokensSection() {
  const api = useAccountApi()
  const { dialogs, toasts } = useOverlays()
  const tokens = useRemoteQuery(api.tokens, null)
  const now = useNow(MINUTE_MS)
  const [open, setOpen] = useState<'new' | CreatedApiToken>()

  const revoke = async ({ id, name }: ApiToken) => {
    const confirmed = await dialogs.confirm({
      title: 'Revoke this API token?',
      text: `${name}\nWhat uses it is refused immediately.`,
      confirmText: 'Revoke',
      danger: true,
    })
    if (!confirmed) return
    const result = await api.revokeToken(id)
    if (!result.ok) return toasts.error('Failed to revoke the API token', result.error)
    toasts.success('API token revoked')
    tokens.reload()
  }
  const show = (created: CreatedApiToken) => {
    tokens.reload()
    setOpen(created)
  }

  return (
    <Card
      title="API tokens"
      help={<Help of="API tokens" topic="tokens" />}
      flush
      footer={
        <p>
          For programs. <a href={SERVICE.docs.path}>What they can call</a>
        </p>
      }
      trailing={
        <Button size="small" variant="primary" onClick={() => setOpen('new')}>
          Create Token
        </Button>
      }
    >
      <AsyncContent data={tokens} loading="Loading API tokens..." failed="Failed to load API tokens" lines={2}>
        {({ tokens: rows }) =>
          rows.length === 0 ? (
            <EmptyState title="No API tokens">A program needs one to read or change anything here.</EmptyState>
          ) : (
            <DataTable
              caption="API tokens"
              columns={columnsOf(now, (token) => void revoke(token))}
              rows={rows}
              rowId={({ id }) => id}
            />
          )
        }
      </AsyncContent>
      {open === 'new' ? <NewTokenDialog onClose={() => setOpen(undefined)} onCreated={show} /> : null}
      {open !== undefined && open !== 'new' ? (
        <CreatedTokenDialog name={open.token.name} secret={open.secret} onClose={() => setOpen(undefined)} />
      ) : null}
    </Card>
  )
}
