import type { AuditEntry } from '#contract/admin.ts'

/** What an entry's sentence is made of; texts are empty if the entry has none. */
interface Parts {
  readonly whom: string
  readonly detail: (name: string) => string
}

const quoted = (text: string) => (text === '' ? '' : ` "${text}"`)
const plural = (count: string, noun: string) => `${count} ${noun}${count === '1' ? '' : 's'}`

/** What happened, without who did it, by action. */
const DEEDS: Readonly<Record<string, (parts: Parts) => string>> = {
  'user.role_changed': ({ whom, detail }) => `changed the role of ${whom} from ${detail('from')} to ${detail('to')}`,
  'user.activated': ({ whom }) => `activated ${whom}`,
  'user.deactivated': ({ whom }) => `deactivated ${whom}`,
  'user.deleted': ({ whom, detail }) =>
    `deleted ${whom}${detail('reason') === '' ? '' : `, because: ${detail('reason')}`}`,
  'user.password_changed': () => 'changed their own password',
  'user.renamed': ({ detail }) => `changed their own name from${quoted(detail('from'))} to${quoted(detail('to'))}`,
  'factor.added': () => 'set up a second factor',
  'factor.removed': () => 'removed a second factor',
  'factor.recovery_codes_renewed': () => 'made new recovery codes',
  'factor.recovery_code_used': () => 'used a recovery code',
  'factor.cloned': () => 'was refused, because a copy of a passkey was used',
  'factor.reset': ({ whom }) => `reset the second factors of ${whom}`,
  'user.reset_requested': ({ whom }) => `sent ${whom} a link to reset the password`,
  'user.reset_link_created': ({ whom }) => `made a link for ${whom} to reset the password`,
  'user.password_reset': () => 'reset their own password with a link',
  'token.created': ({ detail }) => `created the API token${quoted(detail('name'))}`,
  'token.revoked': ({ detail }) => `revoked the API token${quoted(detail('name'))}`,
  'invitation.created': ({ detail }) => `invited ${detail('email')} as ${detail('role')}`,
  'invitation.revoked': ({ detail }) => `revoked the invitation of ${detail('email')}`,
  'invitation.resent': ({ detail }) => `sent the invitation of ${detail('email')} again`,
  'session.started': () => 'signed in',
  'session.ended': () => 'signed out',
  'session.proven': () => 'proved again who they are',
  'session.reused': () => 'was signed out, because a refresh token was used twice',
  'session.revoked': ({ whom }) => `ended a session of ${whom}`,
  'session.force_logout': ({ whom, detail }) => {
    const tokens = detail('tokens_revoked')
    const revoked = tokens === '' ? '' : ` and revoked ${plural(tokens, 'API token')}`
    return `ended ${plural(detail('sessions_ended'), 'session')} of ${whom}${revoked}`
  },
  'session.cleaned_up': ({ detail }) => `deleted ${plural(detail('deleted'), 'old session')}`,
  'alert.resolved': ({ detail }) => `resolved the alert${quoted(detail('title'))}`,
  'list.exported': ({ detail }) =>
    `exported ${plural(detail('rows'), 'row')} of ${detail('list')} as ${detail('format')}`,
  'drill.started': () => 'started a fault injection',
  'drill.stopped': () => 'stopped a fault injection',
  'model.uploaded': ({ detail }) => `uploaded the model${quoted(detail('name'))}`,
  'model.activated': ({ detail }) => `activated the model${quoted(detail('name'))}`,
  'model.deactivated': ({ detail }) => `deactivated the model${quoted(detail('name'))}`,
  'model.rolled_back': () => 'took back a change of the active models',
  'model.deleted': ({ detail }) => `deleted the model${quoted(detail('name'))}`,
  'strategy.created': ({ detail }) => `created the strategy${quoted(detail('name'))}`,
  'strategy.status_changed': ({ detail }) =>
    `changed the strategy${quoted(detail('name'))} from ${detail('from')} to ${detail('to')}`,
  'strategy.renamed': ({ detail }) => `renamed the strategy${quoted(detail('from'))} to${quoted(detail('to'))}`,
  'strategy.deleted': ({ detail }) => `deleted the strategy${quoted(detail('name'))}`,
  'candles.import_started': ({ detail }) => `started to import candles from${quoted(detail('file'))}`,
  'candles.import_cancelled': ({ detail }) => `cancelled the import of candles from${quoted(detail('file'))}`,
  'strategy.paused': ({ whom }) => `paused the strategies of ${whom}`,
}

const created = (who: string, { whom, detail }: Parts): string => {
  if (detail('by') === 'invitation') return `${whom} registered with an invitation as ${detail('role')}`
  return `${detail('by') === 'first start' ? 'The server' : who} created the account of ${whom} as ${detail('role')}`
}

/** Who did what to whom, in a sentence; an unknown action is named as it is. */
export function auditSentence(entry: AuditEntry): string {
  const { action, details, user_id: userId, user_email: email, target_email: target } = entry
  const who = userId === null ? 'The server' : (email ?? 'An unknown user')
  const parts: Parts = {
    whom: target ?? email ?? 'an unknown user',
    detail: (name) => {
      const value = details[name]
      return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
    },
  }
  if (action === 'user.created') return `${created(who, parts)}.`
  const deed = Object.hasOwn(DEEDS, action) ? DEEDS[action] : undefined
  return deed === undefined ? `${who}: ${action}` : `${who} ${deed(parts)}.`
}
