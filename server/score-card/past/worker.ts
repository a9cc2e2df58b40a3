import { serveJob } from '#server/jobs/serve.ts'
import { countMonth } from './count-month.ts'
import { monthTaskSchema } from './protocol.ts'

await serveJob(monthTaskSchema, ({ pair, path }) => countMonth(pair, path))
