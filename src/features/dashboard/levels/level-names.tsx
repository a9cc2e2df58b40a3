import { useObservableEagerState } from 'observable-hooks'
import { createContext, useContext, useMemo, type ReactNode } from 'react'
import { distinctUntilChanged, map } from 'rxjs'
import type { PairId } from '#contract/pairs.ts'
import { type LevelsModel, readLevels } from '#src/analysis/levels.ts'
import { useServices } from '#src/app/services.ts'
import { formatPrice } from '#src/ui/format/number.ts'
import { type CardData, viewedCardData } from '../analytics/card-data.ts'
import { onChart } from '../chart/OnChart.css.ts'
import { showLevel } from './show-level.ts'

type LevelNames = Readonly<Record<string, string>>

const LevelNamesContext = createContext<LevelNames>({})

/** Names of the levels by their prices, as these are written. */
function namesOf({ payload }: CardData<LevelsModel>): LevelNames {
  const { support = [], resistance = [] } = payload?.model ?? {}
  return Object.fromEntries(
    [...support, ...resistance].map(({ name, price }) => [formatPrice(price, payload?.header.pair), name]),
  )
}

const areSame = (a: LevelNames, b: LevelNames): boolean => {
  const prices = Object.keys(a)
  return prices.length === Object.keys(b).length && prices.every((price) => a[price] === b[price])
}

/** Lets cards point at the levels of the Support & Resistance card. */
export function LevelNamesProvider({ children }: { readonly children: ReactNode }) {
  const { streams } = useServices()
  const names$ = useMemo(
    () => viewedCardData(streams, 'levels', readLevels).pipe(map(namesOf), distinctUntilChanged(areSame)),
    [streams],
  )
  const names = useObservableEagerState(names$)
  return <LevelNamesContext value={names}>{children}</LevelNamesContext>
}

interface LevelPriceProps {
  readonly price: number
  readonly pair: PairId | undefined
  readonly kind?: 'Support' | 'Resistance'
  /** Shown where the price is none of the levels. */
  readonly children: ReactNode
}

/** In place of the price of a level its name, which leads to its row: that alone has the price. */
export function LevelPrice({ price, pair, kind, children }: LevelPriceProps) {
  const text = formatPrice(price, pair)
  const name = useContext(LevelNamesContext)[text]
  if (name === undefined || (kind !== undefined && kind[0] !== name[0])) return children
  return (
    <button type="button" className={onChart} title={`${text}: show among the levels`} onClick={() => showLevel(name)}>
      {name}
    </button>
  )
}
