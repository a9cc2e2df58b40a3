import { useState } from 'react'
import type { ApiToken, CreatedApiToken } from '#contract/api-tokens.ts'
import * as SERVICE from '#contract/endpoints/service.ts'
import { useRemoteQuery } from '#src/app/use-remote-data.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
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
import { NewTokenDialog } from './NewTokenDialog.tsx'
import { SCOPE_LABELS } from './scope-labels.ts'
import { secret as secretText } from './tokens.css.ts'

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
