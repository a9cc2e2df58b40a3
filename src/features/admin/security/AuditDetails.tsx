import { Link } from '@tanstack/react-router'
import type { AuditEntry } from '#contract/admin.ts'
import { formatJson } from '#src/ui/format/json.ts'
import { notInCards, onlyInCards } from '#src/ui/table/DataTable.css.ts'
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

const Property = ({ label, children }: { readonly label: string; readonly children: string }) => (
  <div className={css.property}>
    <dt className={layout.muted}>{label}</dt>
    <dd className={css.value}>{children}</dd>
  </div>
)

/** What an entry says, with what is not in its row on a phone, in a sentence and a list, before its JSON; with links to what concerns the same users. */
export function AuditDetails(entry: AuditEntry) {
  const { details, user_id: userId, user_email: actor, target_email: target } = entry
  return (
    <div className={css.details}>
      <p className={notInCards}>{auditSentence(entry)}</p>
      <dl className={onlyInCards}>
        <Property label="Action">{entry.action}</Property>
        <Property label="User ID">{userId ?? 'System'}</Property>
        <Property label="IP">{entry.ip_address ?? 'Unknown'}</Property>
      </dl>
      <dl>
        {Object.entries(details).map(([field, value]) => (
          <Property key={field} label={labelOf(field)}>
            {valueText(value)}
          </Property>
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
