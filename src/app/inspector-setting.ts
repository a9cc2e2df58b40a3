import { KEYS, safeStorage } from '#src/transport/browser/storage.ts'

/** Turns inspection on or off in this browser and reloads the page, which then records from its start. */
export function turnRecording(isOn: boolean, openStorage: () => Storage): void {
  safeStorage(openStorage).set(KEYS.inspect, isOn ? 'on' : 'off')
  location.reload()
}
