/** A secondary button glides to its section instead of jumping (document 1 §2), unless the reader wants no motion. */
export function scrollSmoothly(event: React.MouseEvent<HTMLAnchorElement>): void {
  const { hash } = event.currentTarget
  const wantsStillness = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  document.getElementById(hash.slice(1))?.scrollIntoView({ behavior: wantsStillness ? 'auto' : 'smooth' })
  event.preventDefault()
}
