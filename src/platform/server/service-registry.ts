// Services made when they are first asked for, each from those that it asks for in turn (document 1 §5 "Service registry"; document 2 §8
// "Missing injected services"). Their order is what they need, not how they are written down; a circle or a gap is an error at start.

export type Resolve<Services> = <Name extends keyof Services>(name: Name) => Promise<Services[Name]>

export type Factories<Services> = {
  readonly [Name in keyof Services]:
    | ((resolve: Resolve<Services>) => Services[Name] | Promise<Services[Name]>)
    | undefined
}

/** `missingTexts`: what to say of a service that nobody registered, where the documents have words for it. */
export function createServiceRegistry<Services extends object>(
  factories: Factories<Services>,
  missingTexts: Partial<Record<keyof Services, string>> = {},
): Resolve<Services> {
  const made = new Map<keyof Services, Promise<Services[keyof Services]>>()
  const needs = new Map<keyof Services, Set<keyof Services>>()

  const reaches = (from: keyof Services, to: keyof Services): boolean =>
    from === to || [...(needs.get(from) ?? [])].some((next) => reaches(next, to))

  async function make(name: keyof Services): Promise<Services[keyof Services]> {
    const factory = factories[name]
    if (!factory) throw new Error(missingTexts[name] ?? `Service not registered: ${String(name)}`)
    return factory(async (needed) => {
      // Detected before waiting: two services that need each other would wait for ever.
      if (reaches(needed, name)) throw new Error(`Circular dependency: ${String(name)} ⇄ ${String(needed)}`)
      needs.set(name, (needs.get(name) ?? new Set()).add(needed))
      return resolve(needed)
    })
  }

  const resolve: Resolve<Services> = (name) => {
    if (!made.has(name)) made.set(name, make(name))
    return made.get(name) as Promise<Services[typeof name]>
  }
  return resolve
}
