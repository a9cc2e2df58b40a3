import { INVITATION } from '#contract/limits.ts'

const PATH = '/register'

export interface AddressBar {
  readonly location: Pick<Location, 'href'>
  readonly history: Pick<History, 'replaceState' | 'state'>
}

/**
 * Removes the invitation code from the address bar and this tab's history, so that it cannot be read over a shoulder,
 * on a screenshot or in the browser's history. Undefined if there is none.
 */
export function takeInvitationCode({ location, history }: AddressBar): string | undefined {
  const url = new URL(location.href)
  const code = url.pathname === PATH ? url.searchParams.get('code')?.trim() : undefined
  if (code === undefined) return undefined
  url.searchParams.delete('code')
  history.replaceState(history.state, '', `${url.pathname}${url.search}${url.hash}`)
  return code === '' ? undefined : code.slice(0, INVITATION.maxCode)
}
