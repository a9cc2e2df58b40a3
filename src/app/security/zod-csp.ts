import * as z from 'zod/mini'

// Zod probes for `new Function`, which our Content-Security-Policy would report as a violation.
// Must be imported before any schema is created.
z.config({ jitless: true })
