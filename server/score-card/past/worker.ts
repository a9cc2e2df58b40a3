import { serveJob } from '#server/jobs/serve.ts'
import { countMonth, monthTaskSchema } from './count-month.ts'

await serveJob(monthTaskSchema, countMonth)
