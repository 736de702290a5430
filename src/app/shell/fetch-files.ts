// Fetches a page's files into the browser's store before the framework asks for them ahead: what the framework cannot fetch it answers by reloading the open
// page, and with a network that went away the picture that is being sent is gone (seen in a journey). Here a file that does not come is no more than that.
import { pageImports } from './page-imports.ts'
import { routeList } from './route-list.ts'

/** Those that came, so that pages which share them ask once. */
const here = new Set<string>()

/** Whether all files of the page are there. Never rejects; of a page that the list does not name nothing is fetched. */
export async function fetchFilesOf(page: string): Promise<boolean> {
  const isListWhole = await pageImports.load().catch(() => false)
  const files = filesOf(page)
  if (!isListWhole || files.length === 0) return false
  // What is open has come.
  for (const file of filesOf(window.location.pathname)) here.add(file)
  const came = await Promise.all(files.filter((file) => !here.has(file)).map(fetchFile))
  return came.every(Boolean)
}

/** Files of the page and of the layouts around it. */
function filesOf(page: string): string[] {
  const { routes = {} } = routeList() ?? {}
  const files: string[] = []
  for (let route = routes[page]; route; route = routes[route.parentId ?? ''])
    files.push(...(route.module ? [route.module] : []), ...(route.imports ?? []))
  return files
}

async function fetchFile(file: string): Promise<boolean> {
  try {
    const answer = await fetch(file)
    // Read to its end: only then it is in the store.
    await answer.arrayBuffer()
    if (answer.ok) here.add(file)
    return answer.ok
  } catch {
    return false
  }
}
