import { expect, it } from 'vitest'
import { isCurrent, linksFor } from '#src/features/shell/links.ts'

it.each([
  ['/admin', '/admin', true],
  ['/admin/users', '/admin', true],
  ['/admin/', '/admin', true],
  ['/score', '/dashboard', true],
  ['/charts', '/dashboard', true],
  ['/score', '/admin', false],
  ['/administer', '/admin', false],
  ['/', '/admin', false],
  ['/dashboard', '/admin', false],
])('[SH-1] on %s the link %s is highlighted: %s', (path, link, expected) => {
  expect(isCurrent(path, link)).toBe(expected)
})

it.each(['Viewer', 'Trader'] as const)('[SH-1] %s sees four links', (role) => {
  expect(linksFor(role).map(({ path, label }) => `${label} ${path}`)).toEqual([
    'Dashboard /dashboard',
    'Trading /trading',
    'Profile /profile',
    'Monitoring /monitoring',
  ])
})

it('[SH-1] Admin sees one more link', () => {
  expect(linksFor('Admin').map(({ label }) => label)).toEqual([
    'Dashboard',
    'Trading',
    'Profile',
    'Monitoring',
    'Admin',
  ])
})
