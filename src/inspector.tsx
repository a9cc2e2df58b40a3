import { useState } from 'react'
import { InspectorScreen } from './features/inspector/InspectorScreen.tsx'
import { ReplayedRecording } from './app/replay.tsx'
import { ServicesContext, usePublicServices, type Services } from './app/services.ts'
import { parseRecording, type SavedRecording, type ParsedRecording } from './streams/session-recording/file-format.ts'
import { browserStorage } from './transport/environment.ts'
import { KEYS, safeStorage } from './transport/storage.ts'
import { OverlayProvider } from './ui/overlays/OverlayProvider.tsx'

const READ_ERRORS: Record<Extract<ParsedRecording, { ok: false }>['error'], string> = {
  'not a recording': 'This file is no flight.',
  'another version': 'This flight was saved by another version and cannot be replayed here.',
  empty: 'There is nothing in this flight.',
  damaged: 'This flight is damaged.',
}

/** Remembers in this browser whether its pages are recorded, and loads this one anew. */
function setRecording(isOn: boolean): void {
  const storage = safeStorage(browserStorage)
  if (isOn) storage.set(KEYS.inspect, 'on')
  else storage.set(KEYS.inspect, 'off')
  location.reload()
}

/** The page for developers at /dev/machines. */
export default function InspectorPage() {
  const { inspection, loadSignedInServices } = usePublicServices()
  const [shown, setShown] = useState<{ readonly flight: SavedRecording; readonly services: Services }>()
  const openRecording = async (text: string): Promise<string | undefined> => {
    const result = parseRecording(text)
    if (!result.ok) return READ_ERRORS[result.error]
    setShown({ flight: result.recording, services: await loadSignedInServices() })
    return undefined
  }
  return (
    <OverlayProvider>
      <InspectorScreen
        inspection={inspection}
        onToggle={setRecording}
        onOpenRecording={openRecording}
        replay={
          shown === undefined ? undefined : (
            <ServicesContext value={shown.services}>
              <ReplayedRecording recording={shown.flight} onClose={() => setShown(undefined)} />
            </ServicesContext>
          )
        }
      />
    </OverlayProvider>
  )
}
