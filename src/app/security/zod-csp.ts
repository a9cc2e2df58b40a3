import * as z from 'zod/mini'

// Under our Content-Security-Policy zod's probe for `new Function` would be reported as a violation.
// Imported first, because schemas decide it when they are made.
z.config({ jitless: true })
