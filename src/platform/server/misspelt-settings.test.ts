import { expect, it } from 'vitest'
import { misspeltSettings } from './misspelt-settings.ts'

const meantBy = (name: string) => misspeltSettings({ [name]: 'x' })[0]?.meant

it.each([
  ['SMTP_ULR', 'SMTP_URL'],
  ['PUBLIC_ORGIN', 'PUBLIC_ORIGIN'],
  ['SECRET_FIEL', 'SECRET_FILE'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['TRUSTED_PROXY', undefined],
  ['PROT', 'PORT'],
])('%s was to be %s', (name, meant) => {
  expect(meantBy(name)).toBe(meant)
})

it('leaves the names of others, and those of settings, alone', () => {
  const others = ['HOME', 'PATH', 'USER', 'SHELL', 'HOSTNAME', 'LANG', 'TZ', 'OTEL_SERVICE_NAME', 'npm_config_port']
  for (const name of [...others, 'PORT', 'SMTP_URL', 'SMTP_URL_FILE', 'BACKUP_S3_REGION'])
    expect(meantBy(name)).toBeUndefined()
  expect(misspeltSettings({ SMTP_ULR: 'x', SMTP_URL: 'smtp://mail' })).toEqual([])
})
