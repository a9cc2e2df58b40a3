import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useState, type ReactNode } from 'react'
import { createPlayerMachine, SPEEDS } from '#src/machines/player/machine.ts'
import { useInspected } from '#src/app/services.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { ToggleGroup } from '#src/ui/controls/ToggleGroup.tsx'
import { formatPrecise } from '#src/ui/format/time.ts'
import { seek, range, row, stack } from '../inspector.css.ts'

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
  const [machine] = useState(createPlayerMachine)
  const player = useActorRef(machine, { id: 'player', input: { from, until }, ...useInspected() })
  const { at, speed } = useSelector(player, ({ context }) => context)
  const isPlaying = useSelector(player, (snapshot) => snapshot.matches('playing'))
  useEffect(() => onSeek(at), [at, onSeek])
  return (
    <div className={stack}>
      <section className={row} aria-label="Player">
        <Button onClick={() => player.send({ type: isPlaying ? 'pause' : 'play' })}>
          {isPlaying ? 'Pause' : 'Play'}
        </Button>
        <ToggleGroup
          label="Speed"
          value={String(speed)}
          onChange={(id) => player.send({ type: 'speed', speed: Number(id) })}
          options={SPEEDS.map((rate) => ({ id: String(rate), label: `${rate}x` }))}
        />
        <label className={seek}>
          Position
          <input
            type="range"
            className={range}
            min={from}
            max={until}
            step={STEP_MS}
            value={at}
            aria-valuetext={formatPrecise(at)}
            onChange={(event) => player.send({ type: 'seek', at: Number(event.target.value) })}
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
