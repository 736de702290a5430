/** Subscribers, called in the order in which they came. */
export class Listeners {
  readonly #all = new Set<() => void>()

  add(listener: () => void): () => void {
    this.#all.add(listener)
    return () => this.#all.delete(listener)
  }

  call(): void {
    for (const listener of this.#all) listener()
  }
}
