import { INVITATION } from '#contract/limits.ts'

const PATH = '/register'

export interface AddressBar {
  readonly location: Pick<Location, 'href'>
  readonly history: Pick<History, 'replaceState' | 'state'>
}

/**
 * Takes the code of an invitation out of the address bar and out of this tab's history; undefined when there is none.
 * Whoever looks over a shoulder, at a screenshot or at the history of the browser finds no code there.
 */
export function takeInvitationCode({ location, history }: AddressBar): string | undefined {
  const url = new URL(location.href)
  const code = url.pathname === PATH ? url.searchParams.get('code')?.trim() : undefined
  if (code === undefined) return undefined
  url.searchParams.delete('code')
  history.replaceState(history.state, '', `${url.pathname}${url.search}${url.hash}`)
  return code === '' ? undefined : code.slice(0, INVITATION.maxCode)
}
