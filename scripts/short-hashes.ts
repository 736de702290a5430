// Names of built files carry seven characters of their hash, the least that the build takes, not eight: the list of all routes and every import name some 300
// of them (0.3 KB of a tool page). 42 bits are plenty, because they only distinguish versions of one file.
import type { Plugin } from 'vite'

const NAMES = ['entryFileNames', 'chunkFileNames', 'assetFileNames'] as const
const shorter = (pattern: string): string => pattern.replace('[hash]', '[hash:7]')

/** The framework sets the names, so they are changed after it. */
export const shortHashes = (): Plugin => ({
  name: 'short-hashes',
  enforce: 'post',
  applyToEnvironment: ({ name }) => name === 'client',
  outputOptions(options) {
    const changed = NAMES.flatMap((key) => {
      const pattern = options[key] as string | ((file: never) => string) | undefined
      if (pattern === undefined) return []
      return [[key, typeof pattern === 'string' ? shorter(pattern) : (file: never) => shorter(pattern(file))] as const]
    })
    return Object.assign(options, Object.fromEntries(changed))
  },
})
