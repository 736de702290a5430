// `NAME_FILE=/run/secrets/name` instead of `NAME=…`, for every setting: what systemd, Docker and Kubernetes hand over as files stays out of the
// environment, which child processes and crash reports see.
import { readFileSync } from 'node:fs'
import { SettingsError } from './settings-error.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The environment with the files' contents in the place of their names. Throws SettingsError. */
export function withFiles(env: Environment, names: readonly string[]): Environment {
  const fromFiles = names.flatMap((name) => {
    const path = env[`${name}_FILE`]
    if (!path) return []
    if (env[name]) throw new SettingsError(`${name} and ${name}_FILE are both set: keep one.`)
    return [[name, contentOf(name, path)]]
  })
  return { ...env, ...Object.fromEntries(fromFiles) }
}

function contentOf(name: string, path: string): string {
  let content: string
  try {
    content = readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new SettingsError(
      `${name}_FILE names ${path}, which cannot be read (${(error as NodeJS.ErrnoException).code}).`,
    )
  }
  // As if it were not set, a service would make a secret of its own, or lay its mails aside.
  if (content === '') throw new SettingsError(`${name}_FILE names ${path}, which is empty.`)
  return content
}

/** An empty line in .env means "not set". */
export function withoutEmpty(env: Environment): Record<string, string> {
  return Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}
