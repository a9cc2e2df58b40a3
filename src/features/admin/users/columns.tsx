import type { AdminUser } from '#contract/admin.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { pluralize } from '#src/ui/format/number.ts'
import { Badge } from '#src/ui/text/Badge.tsx'
import { RelativeTime } from '#src/ui/text/RelativeTime.tsx'
import { RoleBadge } from '#src/ui/text/RoleBadge.tsx'
import { VisuallyHidden } from '#src/ui/text/VisuallyHidden.tsx'
import { columnHelper, type Columns } from '#src/ui/table/model.ts'
import { isOwn, You } from '#src/features/admin/UserLinks.tsx'

export function StatusBadge({ isActive }: { readonly isActive: boolean }) {
  return (
    <Badge shape="pill" tone={isActive ? 'success' : 'neutral'}>
      {isActive ? 'Active' : 'Inactive'}
    </Badge>
  )
}

export function LastLogin({ at, now }: { readonly at: string | null; readonly now: number }) {
  return at === null ? <span>Never</span> : <RelativeTime at={Date.parse(at)} now={now} />
}

/** 'Authenticator app, 2 passkeys'; undefined without any. */
export function factorsOf({ has_totp: hasTotp, passkeys = 0 }: AdminUser): string | undefined {
  const names = [hasTotp && 'Authenticator app', passkeys > 0 && pluralize(passkeys, 'passkey')]
  return names.filter((name) => typeof name === 'string').join(', ') || undefined
}

const column = columnHelper<AdminUser>()

export const userColumns = (
  now: number,
  ownEmail: string | undefined,
  onManage: (id: string) => void,
): Columns<AdminUser> =>
  column.columns([
    column.accessor('email', {
      header: 'Email',
      meta: { isTitle: true, wraps: true },
      cell: (cell) => (
        <>
          {cell.getValue()}
          {isOwn(cell.getValue(), ownEmail) ? <You /> : null}
        </>
      ),
    }),
    column.accessor('username', { header: 'Username', meta: { wraps: true } }),
    column.accessor('role', {
      header: 'Role',
      meta: { isShort: true },
      cell: (cell) => <RoleBadge of={cell.getValue()} shape="pill" />,
    }),
    column.accessor('is_active', {
      header: 'Status',
      meta: { isShort: true },
      cell: (cell) => <StatusBadge isActive={cell.getValue()} />,
    }),
    column.accessor((user) => factorsOf(user) ?? 'None', {
      id: 'factors',
      header: 'Second Factor',
    }),
    column.accessor('last_login', {
      header: 'Last Login',
      meta: { isDescendingFirst: true },
      cell: (cell) => <LastLogin at={cell.getValue()} now={now} />,
    }),
    column.display({
      id: 'manage',
      header: 'Manage',
      meta: { isTitle: true, isActions: true },
      cell: ({ row }) => (
        <Button size="small" data-main onClick={() => onManage(row.original.id)}>
          Manage <VisuallyHidden>{row.original.email}</VisuallyHidden>
        </Button>
      ),
    }),
  ])
