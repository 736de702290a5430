import { defineConfig } from 'drizzle-kit'

// `drizzle-kit generate` writes the next numbered migration from the features' table files.
export default defineConfig({ dialect: 'postgresql', schema: './src/features/*/server/tables.ts', out: './migrations' })
