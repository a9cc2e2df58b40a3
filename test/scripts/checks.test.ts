import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/** The text of a test, composed here so that the check of this repository's own titles does not read it. */
const testTitled = (title: string, of = 'it') => `${of}('${title}', () => {})`

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pairbot-checks-'))
  write('docs/rules/orders.md', '- **[OR-1]** Orders are sorted.')
  write('contract/orders.ts', 'export interface Order {}')
  write('src/streams/orders.ts', "import type { Order } from '#contract/orders.ts'")
  write('docs/rules/faults.md', '- **[OR-1]** Orders arrive twice.')
  write(
    'src/machines/orders/machine.ts',
    "setup({ actors: { load: fromPromise(load) } }).createMachine({ invoke: { src: 'load', onError: 'failed' } })",
  )
  write('test/orders.test.ts', testTitled('OR-1 [OR-1] sorts orders'))
})
afterEach(() => rmSync(root, { recursive: true }))

function write(path: string, text: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), `${text}\n`)
}

/** Exit code of a check over the planted tree, and the problems that it prints. */
function run(check: string) {
  const { status, stderr } = spawnSync('node', [join('scripts', `check-${check}.mjs`), root], { encoding: 'utf8' })
  return { status, problems: stderr.split('\n').filter(Boolean) }
}

describe('a check of the sources', () => {
  it.each(['layers', 'machines', 'rules'])('%s: passes on a clean tree', (check) => {
    expect(run(check)).toEqual({ status: 0, problems: [] })
  })

  it.each([
    [
      'layers: an import across layers',
      'layers',
      'src/streams/rates.ts',
      "import { useState } from 'react'\nimport { show } from '../features/show.ts'\nexport { send } from '#src/transport/send.ts'",
      [
        'src/streams/rates.ts: react: package not allowed in this folder',
        'src/streams/rates.ts: ../features/show.ts: src/streams may not import this',
        'src/streams/rates.ts: #src/transport/send.ts: src/streams may not import this',
      ],
    ],
    [
      'layers: a dynamic import across features',
      'layers',
      'src/features/orders/list.ts',
      "const detail = import('#src/features/trades/detail.ts')",
      ['src/features/orders/list.ts: #src/features/trades/detail.ts: features must not import each other'],
    ],
    [
      'machines: a promise without onError',
      'machines',
      'src/machines/trades/machine.ts',
      "export const machine = setup({ actors: { load: fromPromise(load) } }).createMachine({ invoke: { src: 'load' } })",
      ['src/machines/trades/machine.ts: load is invoked without onError'],
    ],
    [
      'machines: an event written by a screen',
      'machines',
      'src/features/trades/List.tsx',
      "const onClick = () => actor.send({ type: 'trade.close' })",
      ['src/features/trades/List.tsx: writes an event; use a command of the machine'],
    ],
    [
      'rules: a title that cites an undefined rule',
      'rules',
      'test/trades.test.ts',
      testTitled('OR-1 [OR-2] counts trades %i', 'it.each([1])'),
      ['test/trades.test.ts:1: OR-2 is defined nowhere: OR-1 [OR-2] counts trades %i'],
    ],
    [
      'rules: a title that cites an undefined fault',
      'rules',
      'test/trades.test.ts',
      testTitled('OR-3 [OR-1] counts trades'),
      ['test/trades.test.ts:1: OR-3 is defined nowhere: OR-3 [OR-1] counts trades'],
    ],
    [
      'rules: a number given twice',
      'rules',
      'docs/rules/trades.md',
      '# Trades\n\n- **[OR-1]** Trades are sorted.',
      ['docs/rules/trades.md:3: OR-1 is defined in docs/rules/orders.md:1 too'],
    ],
    [
      'rules: a proof that is not there, or is of something else',
      'rules',
      'docs/security.md',
      'Sorted: [OR-1](../test/orders.test.ts), [OR-1](../contract/orders.ts), [OR-3](../test/orders.test.ts), [x](gone.md).',
      [
        'docs/security.md:1: ../contract/orders.ts does not cite OR-1',
        'docs/security.md:1: OR-3 is defined nowhere',
        'docs/security.md:1: gone.md does not exist',
      ],
    ],
  ])('%s fails', (_, check, path, text, problems) => {
    write(path, text)
    expect(run(check)).toEqual({ status: 1, problems })
  })
})
