// Keeps private words out of names and comments: the glossary in docs/development.md has the ones to use instead.
// Prints each hit with its line and exits 1. `node scripts/check-words.mjs [FOLDER]` looks below another folder.
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

/** Word -> what to say instead. Inflections are listed, since a name may hold any of them. */
const PRIVATE = {
  told: 'reported, notified, emitted',
  tell: 'report, notify, emit',
  tells: 'reports, says',
  telling: 'reporting, notifying',
  hears: 'listens to, receives',
  heard: 'received',
  kept: 'cached, stored, persisted, retained',
  whoever: 'the user, the caller',
  somebody: 'a user, a client, an administrator',
  anybody: 'a user, a client',
  nobody: 'no user, no client',
  verdict: 'result, headline',
  desk: 'context',
  shelf: 'file store',
  rig: 'test support',
  drill: 'fault injection',
  drills: 'fault injections',
  affliction: 'active fault',
  newcomer: 'pending socket',
  roster: 'active strategies',
  rehearsal: 'backtest',
  rehearse: 'backtest',
  contestant: 'model runner',
  turnstile: 'semaphore',
  troubles: 'health issues',
  tides: 'volatility regimes',
  hopeless: 'refresh expired',
  complaint: 'console error',
  complaints: 'console errors',
  sighting: 'observation',
  sightings: 'observations',
  seldom: 'rarely',
  forgoes: 'skips',
  thither: 'there',
}
/** Where a word is fixed by a wire path, a storage key or the specification. */
const ALLOWED = [/['"`][^'"`\n]*['"`]/g]
const ROOTS = ['contract', 'src', 'server', 'test', 'scripts', 'examples']

const wordsOf = (text) => text.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').split(/[^A-Za-z]+/)

/** Private words in the names and comments of one file, as `line: word (instead)`. Strings are not looked at. */
export function privateWords(text) {
  return text.split('\n').flatMap((line, index) => {
    const bare = ALLOWED.reduce((rest, pattern) => rest.replaceAll(pattern, ' '), line)
    return [...new Set(wordsOf(bare).map((word) => word.toLowerCase()))]
      .filter((word) => Object.hasOwn(PRIVATE, word))
      .map((word) => `${index + 1}: "${word}" (${PRIVATE[word]})`)
  })
}

function* files(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) yield* files(path)
    else if (/\.(tsx?|mjs|md)$/.test(name) && !/^check(s\.test|-words)\./.test(name)) yield path
  }
}

/** Every hit below `root`, file names included. */
export function findPrivateWords(root) {
  return ROOTS.filter((folder) => existsSync(join(root, folder))).flatMap((folder) =>
    [...files(join(root, folder))].flatMap((path) => {
      const name = relative(root, path)
      const inName = wordsOf(name).filter((word) => Object.hasOwn(PRIVATE, word.toLowerCase()))
      return [
        ...inName.map((word) => `${name}: file name: "${word}" (${PRIVATE[word.toLowerCase()]})`),
        ...privateWords(readFileSync(path, 'utf8')).map((hit) => `${name}:${hit}`),
      ]
    }),
  )
}

if (process.argv[1]?.endsWith('check-words.mjs')) {
  const hits = findPrivateWords(resolve(process.argv[2] ?? '.'))
  for (const hit of hits) console.error(hit)
  if (hits.length > 0) process.exit(1)
  console.log('words: only those of the field')
}
