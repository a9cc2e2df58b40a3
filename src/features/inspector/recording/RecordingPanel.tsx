import { useId, useState } from 'react'
import type { SessionRecording } from '#src/app/services.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { Card } from '#src/ui/cards/Card.tsx'
import { download } from '#src/ui/download.ts'
import { formatDuration, formatExact, formatPrecise } from '#src/ui/format/time.ts'
import { useNow } from '#src/ui/format/useNow.ts'
import { faint, stack } from '../inspector.css.ts'
import * as layout from '#src/ui/theme/layout.css.ts'

const MAX_BYTES = 256 * 1024 * 1024

export interface RecordingPanelProps {
  /** The recording of the page that is inspected, which goes on. */
  readonly recording: SessionRecording | undefined
  /** Opens the text of a file; resolves with an error message if it is invalid. Absent where none can be opened. */
  readonly onOpen?: ((text: string) => Promise<string | undefined>) | undefined
  /** Where the address says to open it, unix ms. */
  readonly position?: number | undefined
}

/** Saves the last minutes as a recording and opens saved ones. */
export function RecordingPanel({ recording, onOpen, position }: RecordingPanelProps) {
  const [error, setError] = useState<string>()
  const [isReading, setIsReading] = useState(false)
  const [saveError, setSaveError] = useState<string>()
  const [isSaving, setIsSaving] = useState(false)
  const id = useId()
  useNow()
  const recorded = recording?.recorded()
  async function save(): Promise<void> {
    setIsSaving(true)
    const text = await recording?.save()
    setIsSaving(false)
    setSaveError(text === undefined ? 'The page did not answer. Nothing was saved.' : undefined)
    if (text !== undefined) download(`pairbot-recording-${Date.now()}.json`, 'application/json', text)
  }
  async function open(file: File | undefined): Promise<void> {
    if (file === undefined || onOpen === undefined) return
    if (file.size > MAX_BYTES) return setError('This file is too large to be a recording.')
    setIsReading(true)
    try {
      setError(await onOpen(await file.text()))
    } catch (error) {
      setError(`The file could not be read: ${String(error)}`)
    } finally {
      setIsReading(false)
    }
  }
  return (
    <div className={stack}>
      {recorded === undefined ? null : (
        <Card title="Record" headingLevel={2}>
          <p className={faint}>
            {recorded.since === undefined || recorded.until === undefined
              ? 'Nothing recorded yet. The recorder runs while you are signed in.'
              : `${recorded.entries} entries of ${formatDuration(recorded.until - recorded.since)}, since ${formatExact(recorded.since)}.`}
          </p>
          <div className={layout.wrap[2]}>
            <Button disabled={recorded.entries === 0 || isSaving} onClick={() => void save()}>
              Save recording
            </Button>
          </div>
          {isSaving ? <output>Saving the recording...</output> : null}
          {saveError === undefined ? null : <Alert tone="danger">{saveError}</Alert>}
        </Card>
      )}
      {onOpen === undefined ? null : (
        <Card title="Replay" headingLevel={2}>
          <div className={stack}>
            {position === undefined ? null : (
              <p>{`This link points to ${formatPrecise(position)} of a recording. Open its file to see that moment.`}</p>
            )}
            <label htmlFor={id}>Open a saved recording</label>
            <input
              id={id}
              type="file"
              accept="application/json,.json"
              disabled={isReading}
              onChange={(event) => void open(event.target.files?.[0])}
            />
            {isReading ? <output>Reading the recording...</output> : null}
            {error === undefined ? null : <Alert tone="danger">{error}</Alert>}
          </div>
        </Card>
      )}
    </div>
  )
}
