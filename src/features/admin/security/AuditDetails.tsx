import { Link } from '@tanstack/react-router'
import type { AuditEntry } from '#contract/admin.ts'
import { formatJson } from '#src/ui/format/json.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import { auditSentence } from './audit-sentence.ts'
import * as css from './security.css.ts'

/** 'sessions_ended' as 'Sessions ended'. */
const labelOf = (field: string): string => {
  const words = field
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'None'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** What an entry says, in a sentence and a list, before its JSON; with links to what concerns the same users. */
export function AuditDetails(entry: AuditEntry) {
  const { details, user_id: userId, user_email: actor, target_email: target } = entry
  return (
    <div className={css.details}>
      <p>{auditSentence(entry)}</p>
      <dl>
        {Object.entries(details).map(([field, value]) => (
          <div key={field} className={css.property}>
            <dt className={layout.muted}>{labelOf(field)}</dt>
            <dd className={css.value}>{valueText(value)}</dd>
          </div>
        ))}
      </dl>
      <span className={layout.wrap[3]}>
        {userId === null ? null : (
          <Link to="/admin/users" search={{ user: userId }}>
            {actor ?? 'User'}
          </Link>
        )}
        {actor === null ? null : (
          <Link to="/admin/sessions" search={{ search: actor }}>
            Sessions of {actor}
          </Link>
        )}
        {target === null || target === undefined || target === actor ? null : (
          <>
            <Link to="/admin/users" search={{ search: target }}>
              {target}
            </Link>
            <Link to="/admin/sessions" search={{ search: target }}>
              Sessions of {target}
            </Link>
            <Link to="/admin/security" search={{ tab: 'audit', email: target, hours: 168 }}>
              All about {target}
            </Link>
          </>
        )}
      </span>
      <pre className={css.json}>{formatJson(details)}</pre>
    </div>
  )
}
