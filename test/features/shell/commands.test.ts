import { describe, expect, it, vi } from 'vitest'
import { commandsFor, type CommandTargets } from '#src/features/shell/Palette.tsx'

const targets = (over: Partial<CommandTargets> = {}): CommandTargets => ({
  role: 'Trader',
  go: vi.fn<CommandTargets['go']>(),
  pairs: ['BTCUSD', 'ETHUSD'],
  openPair: vi.fn<CommandTargets['openPair']>(),
  openCard: vi.fn<CommandTargets['openCard']>(),
  openStream: vi.fn<CommandTargets['openStream']>(),
  strategies: [],
  openStrategy: vi.fn<CommandTargets['openStrategy']>(),
  people: [],
  openPerson: vi.fn<CommandTargets['openPerson']>(),
  openConnectionStatus: () => undefined,
  openShortcuts: () => undefined,
  openFirstSteps: () => undefined,
  isInspectorOpen: false,
  toggleInspector: vi.fn<() => void>(),
  chooseTheme: vi.fn<CommandTargets['chooseTheme']>(),
  signOut: vi.fn<() => void>(),
  ...over,
})
const labelsOf = (over?: Partial<CommandTargets>) =>
  commandsFor(targets(over)).flatMap(({ items }) => items.map(({ label }) => label))
const run = (label: string, over: Partial<CommandTargets> = {}) => {
  const all = targets(over)
  const command = commandsFor(all)
    .flatMap(({ items }) => items)
    .find((each) => each.label === label)
  command?.run()
  return all
}

describe('[SH-8] commands', () => {
  it('contain the admin pages for Admins only', () => {
    expect(labelsOf({ role: 'Admin' })).toEqual(expect.arrayContaining(['Admin', 'Users', 'Sessions', 'Security']))
    for (const role of ['Viewer', 'Trader'] as const)
      expect(labelsOf({ role }).filter((label) => ['Admin', 'Users', 'Sessions', 'Security'].includes(label))).toEqual(
        [],
      )
  })

  it('begin with pages and actions, and end with the streams, which are only listed where they are found', () => {
    const groups = commandsFor(targets({ role: 'Admin' }))
    expect(groups.map(({ label }) => label)).toEqual([
      'Pages',
      'Actions',
      'Pairs',
      'Pairs by timeframe',
      'Cards',
      'Streams',
    ])
    expect(groups.filter(({ onlyFound }) => onlyFound).map(({ label }) => label)).toEqual([
      'Pairs by timeframe',
      'Streams',
    ])
  })

  it('have ids of their own', () => {
    const ids = commandsFor(targets({ role: 'Admin' })).flatMap(({ items }) => items.map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('[PR-4] go to pages, open streams and act', () => {
    expect(run('Trading').go).toHaveBeenCalledWith('/trading')
    expect(run('Account security').go).toHaveBeenCalledWith('/profile/security')
    expect(run('Pattern Recognition').openCard).toHaveBeenCalledWith('patterns')
    expect(run('Market structure, ETH/USD').openStream).toHaveBeenCalledWith(
      'tdp:kraken:ETHUSD:analysis:market_structure',
    )
    expect(run('Dashboard of ETH/USD').openPair).toHaveBeenCalledWith('ETHUSD')
    expect(run('Dashboard of ETH/USD, H1').openPair).toHaveBeenCalledWith('ETHUSD', 'H1')
    const strategies = [{ id: 's1', name: 'Dip buyer', status: 'active' }] as const
    expect(run('Dip buyer', { strategies }).openStrategy).toHaveBeenCalledWith('s1')
    const people = [{ id: 'u1', email: 'ada@example.com', role: 'Trader' }] as const
    expect(run('ada@example.com', { people }).openPerson).toHaveBeenCalledWith('u1')
    expect(run('Light theme').chooseTheme).toHaveBeenCalledWith('light')
    expect(run('Logout').signOut).toHaveBeenCalledOnce()
    expect(run('Close the inspector', { isInspectorOpen: true }).toggleInspector).toHaveBeenCalledOnce()
  })
})
