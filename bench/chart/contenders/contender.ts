/** A candle as the benchmark writes it; `t` in unix seconds. */
export interface Row {
  readonly t: number
  readonly o: number
  readonly h: number
  readonly l: number
  readonly c: number
  readonly v: number
}

export interface Zone {
  readonly kind: 'support' | 'resistance'
  readonly from: number
  readonly to: number
}

export const WIDTH = 1000
export const HEIGHT = 500
export const UP = '#3fd39a'
export const DOWN = '#f4607c'
export const BACKGROUND = '#121720'
export const GRID = '#262e3b'
export const LABEL = '#9da8b9'
export const zoneFill = (zone: Zone): string => `${zone.kind === 'support' ? UP : DOWN}3d`

export function mountPoint(): HTMLElement {
  const root = document.querySelector<HTMLElement>('#root')
  if (!root) throw new Error('no #root')
  return root
}

/** Folds an update into the rows in place; returns true if it started a new candle. */
export function fold(rows: Row[], row: Row): boolean {
  if (rows.at(-1)?.t === row.t) rows[rows.length - 1] = row
  else {
    rows.push(row)
    rows.shift()
    return true
  }
  return false
}

/** At most one run per animation frame. */
export function perFrame(run: () => void): () => void {
  let pending = false
  return () => {
    if (pending) return
    pending = true
    requestAnimationFrame(() => {
      pending = false
      run()
    })
  }
}

export function contend(
  init: (rows: readonly Row[], zones: readonly Zone[]) => void,
  update: (row: Row) => void,
): void {
  Object.assign(window, { contender: { init, update } })
}
