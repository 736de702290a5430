// For what is remembered only to save work: whoever asks for ever new keys pushes the oldest out, and never fills the memory.

/** A map of at most so many entries; a new one takes the place of the one that was added first. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #maxEntries: number

  constructor(maxEntries: number) {
    super()
    this.#maxEntries = maxEntries
  }

  override set(key: Key, value: Value): this {
    super.set(key, value)
    if (this.size > this.#maxEntries) this.delete(this.keys().next().value!)
    return this
  }
}
