// Generates the client's message validators from the contract's schemas. Run `npm run validators` after changing those.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { SERVER_MESSAGES } from '#contract/messages.ts'
import { validatorsSource } from './validators/source.ts'

const FILE = 'contract/generated/message-validators.ts'
writeFileSync(FILE, validatorsSource(SERVER_MESSAGES))
execFileSync('node_modules/.bin/oxfmt', [FILE])
