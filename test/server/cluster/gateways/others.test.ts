import { Subject } from 'rxjs'
import { expect, it } from 'vitest'
import type { BusEvent } from '#server/cluster/bus/ports.ts'
import { followOthers, isLackedAlone } from '#server/cluster/gateways/others.ts'

const ONE = '00000000-0000-4000-8000-000000000001'
const OTHER = '00000000-0000-4000-8000-000000000002'

it('[GW-50] knows of each gateway what it told last, and forgets one that tells nothing for five seconds', () => {
  const events$ = new Subject<BusEvent>()
  let now = 0
  const others = followOthers(events$, () => now)
  const tell = (gatewayId: string, sockets: number, isAble = true) =>
    events$.next({ kind: 'gateway-state', gatewayId, sockets, isAble })
  tell(ONE, 3)
  tell(OTHER, 4)
  now = 3_000
  tell(ONE, 5, false)
  tell(OTHER, 4)
  expect(others.all()).toEqual([
    { sockets: 5, ableSince: undefined, at: 3_000 },
    { sockets: 4, ableSince: 0, at: 3_000 },
  ])
  now = 6_000
  tell(ONE, 5)
  now = 9_000
  expect(others.all()).toEqual([{ sockets: 5, ableSince: 6_000, at: 6_000 }])
  tell(OTHER, 4)
  expect(others.all().at(-1)).toEqual({ sockets: 4, ableSince: 9_000, at: 9_000 })
  others.stop()
  tell(OTHER, 1)
  expect(others.all()).toHaveLength(2)
})

it('[GW-51] stands aside when it has lacked something for five seconds that another one has had for as long', () => {
  const other = { sockets: 1, ableSince: 0, at: 9_500 }
  expect(isLackedAlone(5_000, [other], 10_000)).toBe(true)
  expect(isLackedAlone(4_900, [other], 10_000)).toBe(false)
  expect(isLackedAlone(5_000, [], 10_000)).toBe(false)
  expect(isLackedAlone(5_000, [{ ...other, ableSince: undefined }], 10_000)).toBe(false)
  // What begins or ends for all does so for each at another moment.
  expect(isLackedAlone(5_000, [{ ...other, at: 8_400 }], 10_000)).toBe(false)
  expect(isLackedAlone(9_000, [{ ...other, ableSince: 5_100 }], 10_000)).toBe(false)
})
