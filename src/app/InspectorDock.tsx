import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { InspectorPanels } from '#src/features/inspector/InspectorPanels.tsx'
import { RecordingPanel } from '#src/features/inspector/recording/RecordingPanel.tsx'
import { browserStorage } from '#src/transport/browser/environment.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import * as css from './InspectorDock.css.ts'
import { turnRecording } from './inspector-setting.ts'
import { usePreferences, usePublicServices } from './services.ts'
import { useAddressChange } from './use-address.ts'

/** The inspector, docked below every page, so that the machines and streams of that page are watched while it is used. */
export default function InspectorDock() {
  const { inspection } = usePublicServices()
  const [, setPreferences] = usePreferences()
  const { replace } = useAddressChange()
  const close = () => {
    setPreferences({ inspector: false })
    replace({ inspector: undefined, actor: undefined })
  }
  return (
    <aside className={css.dock} aria-label="Inspector">
      <header className={css.header}>
        <h2 className={css.title}>Inspector</h2>
        <Link to="/dev/machines">Open recordings</Link>
        <Button
          variant="ghost"
          icon={<X size={16} aria-hidden="true" />}
          aria-label="Close the inspector"
          onClick={close}
        />
      </header>
      <InspectorPanels
        inspection={inspection}
        onTurnOn={() => turnRecording(true, browserStorage)}
        recording={<RecordingPanel inspection={inspection} />}
      />
    </aside>
  )
}
