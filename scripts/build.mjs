// Builds the client into dist/client and the server into dist/server.
import { build } from 'vite'

process.env.NODE_ENV = 'production'
const quiet = process.argv.includes('--quiet')
const logLevel = quiet ? 'warn' : 'info'
await build({ configFile: 'vite.config.ts', logLevel })
await build({ configFile: 'vite.server.config.ts', logLevel })
