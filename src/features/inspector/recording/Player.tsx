import { useSelector } from '@xstate/react'
import { useEffect, useMemo, type ReactNode } from 'react'
import {
  isPlaying,
  playbackSpeed,
  playerCommands,
  position,
  SPEEDS,
  STEP_MS,
  type PlayerActor,
} from '#src/machines/player.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { ToggleGroup } from '#src/ui/controls/ToggleGroup.tsx'
import { formatPrecise } from '#src/ui/format/time.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import { player as playerClass, range, seek as seekClass } from '../inspector.css.ts'

interface PlayerProps {
  readonly actor: PlayerActor
  /** Start and end of the recording, unix ms; their distance is a multiple of STEP_MS. */
  readonly from: number
  readonly until: number
  /** Renders the state at this time. */
  readonly onSeek: (at: number) => void
  readonly children: ReactNode
}

/** Playback controls. */
export function Player({ actor, from, until, onSeek, children }: PlayerProps) {
  const { play, pause, seek, setSpeed } = useMemo(() => playerCommands(actor), [actor])
  const at = useSelector(actor, position)
  const speed = useSelector(actor, playbackSpeed)
  const plays = useSelector(actor, isPlaying)
  useEffect(() => onSeek(at), [at, onSeek])
  return (
    <section className={playerClass} aria-label="Player">
      <div className={layout.wrap[2]}>
        <Button onClick={plays ? pause : play}>{plays ? 'Pause' : 'Play'}</Button>
        <ToggleGroup
          label="Speed"
          value={String(speed)}
          onChange={(id) => setSpeed(Number(id))}
          options={SPEEDS.map((rate) => ({ id: String(rate), label: `${rate}x` }))}
        />
        <label className={seekClass}>
          Position
          <input
            type="range"
            className={range}
            min={from}
            max={until}
            step={STEP_MS}
            value={at}
            aria-valuetext={formatPrecise(at)}
            onChange={(event) => seek(Number(event.target.value))}
          />
        </label>
        <output>{formatPrecise(at)}</output>
        {children}
      </div>
    </section>
  )
}
