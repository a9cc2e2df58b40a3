import { Card } from '#src/ui/cards/Card.tsx'
import { PageHeader } from '#src/ui/cards/PageHeader.tsx'
import { Tabs } from '#src/ui/controls/Tabs.tsx'
import { zoneName } from '#src/ui/format/regional.ts'
import { Help } from '#src/ui/overlays/Help.tsx'
import { screen } from '../admin.css.ts'
import { AlertsTab } from './AlertsTab.tsx'
import { AttemptsTab } from './AttemptsTab.tsx'
import { AuditTab } from './AuditTab.tsx'
import { useSecuritySearch } from './useSecuritySearch.ts'

const TABS = [
  { id: 'attempts', label: 'Login Attempts', content: <AttemptsTab /> },
  { id: 'audit', label: 'Audit Log', content: <AuditTab /> },
  { id: 'alerts', label: 'Alerts', content: <AlertsTab /> },
] as const

export default function SecurityScreen() {
  const { search, change } = useSecuritySearch()
  return (
    <div className={screen}>
      <PageHeader title="Security" subtitle="Sign-in attempts, audit log and alerts" />
      <Card title="Evidence" help={<Help of="Evidence" topic="evidence" />} flush footer={`Times are ${zoneName()}.`}>
        <Tabs
          label="Evidence"
          items={TABS}
          value={search.tab ?? 'attempts'}
          onChange={(tab) => change({ tab, alert: undefined, page: undefined, sort: undefined, hide: undefined })}
        />
      </Card>
    </div>
  )
}
