import type { ReadMoment } from '../readings/read.ts'
import type { Reading } from '../readings/reading.ts'

/** The newest reading of every stream of a pair. */
export interface Picture {
  readonly readings: ReadonlyMap<string, Reading>
  /** Close of the newest minute. */
  readonly price: number | undefined
  readonly volumeRatio: number | undefined
}

export const EMPTY_PICTURE: Picture = { readings: new Map(), price: undefined, volumeRatio: undefined }

/** The picture after a moment. */
export const advance = (picture: Picture, moment: ReadMoment): Picture => ({
  readings: new Map([...picture.readings, ...moment.readings]),
  price: moment.price ?? picture.price,
  volumeRatio: moment.volumeRatio ?? picture.volumeRatio,
})
