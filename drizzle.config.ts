import { defineConfig } from 'drizzle-kit'

// `drizzle-kit generate` writes the next numbered migration from the features' and the platform's table files.
export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './src/features/*/server/tables.ts',
    './src/features/*/server/*/tables.ts',
    './src/platform/server/*/tables.ts',
  ],
  out: './migrations',
})
