import { useState } from 'react'
import type { Observable } from 'rxjs'
import { PAIRS, type PairId } from '#contract/pairs.ts'
import type { FiguresByPair } from '#src/streams/index.ts'
import { PanelButton } from '#src/ui/overlays/PanelButton.tsx'
import { PairList } from './PairList.tsx'
import type { WatchedPair } from './watchlist.ts'

export interface PairMenuProps {
  readonly list: readonly WatchedPair[]
  readonly pairFigures$: Observable<FiguresByPair>
  readonly chosen: PairId
  readonly onChoose: (pair: PairId) => void
  /** The pinned pairs in their new order. */
  readonly onPin: (pinned: readonly PairId[]) => void
}

/** The watchlist, behind a button with the chosen pair. */
export function PairMenu({ list, pairFigures$, chosen, onChoose, onPin }: PairMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const { label } = PAIRS[chosen]
  const choose = (pair: PairId) => {
    setOpen(false)
    onChoose(pair)
  }
  return (
    <PanelButton text={label} label={`Pair: ${label}`} panelLabel="Choose a pair" open={isOpen} onOpenChange={setOpen}>
      <PairList {...{ list, pairFigures$, chosen, onPin }} onChoose={choose} />
    </PanelButton>
  )
}
