import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import {
  createPlayerMachine,
  isPlaying,
  playbackSpeed,
  playerCommands,
  position,
  SPEEDS,
} from '#src/machines/player.ts'
import { useInspected } from '#src/app/services.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { ToggleGroup } from '#src/ui/controls/ToggleGroup.tsx'
import { formatPrecise } from '#src/ui/format/time.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import * as css from '../inspector.css.ts'

const STEP_MS = 100

export interface PlayerProps {
  /** Start and end of the recording, unix ms. */
  readonly from: number
  readonly until: number
  /** Renders the state at this time. */
  readonly onSeek: (at: number) => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Playback controls above the replayed screens. */
export function Player({ from, until, onSeek, onClose, children }: PlayerProps) {
  const [machine] = useState(() => createPlayerMachine({ now: Date.now }))
  const player = useActorRef(machine, { id: 'player', input: { from, until }, ...useInspected() })
  const { play, pause, seek, setSpeed } = useMemo(() => playerCommands(player), [player])
  const at = useSelector(player, position)
  const speed = useSelector(player, playbackSpeed)
  const plays = useSelector(player, isPlaying)
  useEffect(() => onSeek(at), [at, onSeek])
  return (
    <div className={css.stack}>
      <section className={layout.wrap[2]} aria-label="Player">
        <Button onClick={plays ? pause : play}>{plays ? 'Pause' : 'Play'}</Button>
        <ToggleGroup
          label="Speed"
          value={String(speed)}
          onChange={(id) => setSpeed(Number(id))}
          options={SPEEDS.map((rate) => ({ id: String(rate), label: `${rate}x` }))}
        />
        <label className={css.seek}>
          Position
          <input
            type="range"
            className={css.range}
            min={from}
            max={until}
            step={STEP_MS}
            value={at}
            aria-valuetext={formatPrecise(at)}
            onChange={(event) => seek(Number(event.target.value))}
          />
        </label>
        <output>{formatPrecise(at)}</output>
        <Button variant="ghost" onClick={onClose}>
          Close recording
        </Button>
      </section>
      {children}
    </div>
  )
}
