import { defineConfig } from 'drizzle-kit'

/** For developers: `npx drizzle-kit generate --name <what>` writes the next migration. Never run at start. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './server/database/schema/*.ts',
  out: './server/database/migrations',
})
