import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { InspectorScreen } from './features/inspector/InspectorScreen.tsx'
import { turnRecording } from './app/inspector-setting.ts'
import { ReplayedRecording } from './app/replay.tsx'
import { ServicesContext, usePublicServices, type Services } from './app/services.ts'
import { parseRecording, type SavedRecording, type ParsedRecording } from './streams/session-recording/file-format.ts'
import { browserStorage } from './transport/browser/environment.ts'
import { OverlayProvider } from './ui/overlays/OverlayProvider.tsx'

const READ_ERRORS: Record<Extract<ParsedRecording, { ok: false }>['error'], string> = {
  'not a recording': 'This file is not a session recording.',
  'another version': 'This recording was saved by another version and cannot be replayed here.',
  empty: 'This recording is empty.',
  damaged: 'This recording is damaged.',
}

/** The developers' page at /dev/machines. */
export default function InspectorPage() {
  const { inspection, loadSignedInServices } = usePublicServices()
  const [replayed, setReplayed] = useState<{ readonly recording: SavedRecording; readonly services: Services }>()
  const position = useSearch({
    strict: false,
    select: ({ position }: Record<string, unknown>) => (typeof position === 'number' ? position : undefined),
  })
  const openRecording = async (text: string): Promise<string | undefined> => {
    const result = parseRecording(text)
    if (!result.ok) return READ_ERRORS[result.error]
    setReplayed({ recording: result.value, services: await loadSignedInServices() })
    return undefined
  }
  return (
    <OverlayProvider>
      <InspectorScreen
        inspection={inspection}
        onToggle={(isOn) => turnRecording(isOn, browserStorage)}
        position={position}
        onOpenRecording={openRecording}
        replay={
          replayed === undefined ? undefined : (
            <ServicesContext value={replayed.services}>
              <ReplayedRecording
                recording={replayed.recording}
                position={position}
                onClose={() => setReplayed(undefined)}
              />
            </ServicesContext>
          )
        }
      />
    </OverlayProvider>
  )
}
