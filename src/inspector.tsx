import { useState } from 'react'
import { InspectorScreen } from './features/inspector/InspectorScreen.tsx'
import { ReplayedFlight } from './app/replay.tsx'
import { ServicesContext, usePublicServices, type Services } from './app/services.ts'
import { readFlight, type Flight, type FlightFile } from './streams/flight/file.ts'
import { browserStorage } from './transport/environment.ts'
import { KEYS, safeStorage } from './transport/storage.ts'
import { OverlayProvider } from './ui/overlays/OverlayProvider.tsx'

const FAULTS: Record<Extract<FlightFile, { ok: false }>['error'], string> = {
  'not a flight': 'This file is no flight.',
  'another version': 'This flight was saved by another version and cannot be replayed here.',
  empty: 'There is nothing in this flight.',
  damaged: 'This flight is damaged.',
}

/** Remembers in this browser whether its pages are recorded, and loads this one anew. */
function turn(isOn: boolean): void {
  const storage = safeStorage(browserStorage)
  if (isOn) storage.set(KEYS.inspect, 'on')
  else storage.set(KEYS.inspect, 'off')
  location.reload()
}

/** The page for developers at /dev/machines. */
export default function InspectorPage() {
  const { inspection, whole } = usePublicServices()
  const [shown, setShown] = useState<{ readonly flight: Flight; readonly services: Services }>()
  const open = async (text: string): Promise<string | undefined> => {
    const read = readFlight(text)
    if (!read.ok) return FAULTS[read.error]
    setShown({ flight: read.flight, services: await whole() })
    return undefined
  }
  return (
    <OverlayProvider>
      <InspectorScreen
        inspection={inspection}
        onToggle={turn}
        onOpenRecording={open}
        replay={
          shown === undefined ? undefined : (
            <ServicesContext value={shown.services}>
              <ReplayedFlight flight={shown.flight} onClose={() => setShown(undefined)} />
            </ServicesContext>
          )
        }
      />
    </OverlayProvider>
  )
}
