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
  expect(others.all()).toEqual([
    { sockets: 5, isAble: false, at: 3_000 },
    { sockets: 4, isAble: true, at: 0 },
  ])
  now = 6_000
  expect(others.all()).toEqual([{ sockets: 5, isAble: false, at: 3_000 }])
  others.stop()
  tell(OTHER, 1)
  expect(others.all()).toHaveLength(1)
})

it('[GW-51] stands aside when it has lacked something for five seconds that another one was heard to have meanwhile', () => {
  const other = { sockets: 1, isAble: true, at: 9_500 }
  expect(isLackedAlone(5_000, [other], 10_000)).toBe(true)
  expect(isLackedAlone(4_900, [other], 10_000)).toBe(false)
  expect(isLackedAlone(5_000, [], 10_000)).toBe(false)
  expect(isLackedAlone(5_000, [{ ...other, isAble: false }], 10_000)).toBe(false)
  // From a time at which the other one may not have found out yet.
  expect(isLackedAlone(5_000, [{ ...other, at: 8_400 }], 10_000)).toBe(false)
})
