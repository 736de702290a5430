// The only script of a prerendered page at first (decision 0017). It starts the program when somebody touches the page, or is to be shown
// more than the HTML and this script can show. Events meanwhile are replayed (replay-events.ts).

import { hasKeptFile } from '#platform/web/kept-file.ts'
import {
  AUTH_TOKEN_KEY,
  SELECTED_IMAGE_KEY,
  SHOWN_JOB_KEY,
  TOOL_PARAMETERS_KEY,
} from '#rulebook/pictures/browser-storage.ts'
import { prehydratePerson, restoreSession } from './prehydrate-person.ts'
import { ask } from './prehydration-calls.ts'
import { recordEvents } from './replay-events.ts'
import {
  FOR_MEMBERS,
  PROGRAM_ATTRIBUTE,
  RUNNING,
  SIGNED_OUT,
  STARTED_EVENT,
  VISITOR_ATTRIBUTE,
} from './start-messages.ts'
import { pageFor, prepareWhenIdle, start } from './start-program.ts'

/** Signs that somebody is there: long enough before the first press to be ready for it. */
const SIGNS = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'scroll', 'dragenter'] as const
const CAPTURED = { capture: true, passive: true }

function handOver(): void {
  document.documentElement.dataset[PROGRAM_ATTRIBUTE] = RUNNING
  for (const sign of SIGNS) document.removeEventListener(sign, start, CAPTURED)
  replay()
}

/** Somebody signed in, an announcement, maintenance: then the page is more than its HTML. */
async function startUnlessVisitor(): Promise<void> {
  if (hasQuery() || localStorage.getItem(AUTH_TOKEN_KEY) || isStored(SELECTED_IMAGE_KEY)) return start()
  const [session, site] = await Promise.all([ask('account/session'), askSite()])
  if (session || hasNews(site)) return start()
  document.documentElement.dataset[VISITOR_ATTRIBUTE] = SIGNED_OUT
}

/** A tool page is complete for a user without a picture, a run or a setting. */
async function startUnlessMember(): Promise<void> {
  if (hasQuery() || [SELECTED_IMAGE_KEY, SHOWN_JOB_KEY, TOOL_PARAMETERS_KEY].some(isStored)) return start()
  prepareWhenIdle()
  const [session, site, hasFile] = await Promise.all([restoreSession(), askSite(), hasKeptFile()])
  if (!session || hasNews(site) || site.emergencyStop || hasFile || !(await prehydratePerson(session))) start()
}

const hasQuery = (): boolean => window.location.search !== ''
const isStored = (key: string): boolean => sessionStorage.getItem(key) !== null

interface SiteStatus {
  readonly maintenance: boolean
  readonly announcement: string
  readonly emergencyStop: boolean
}

const askSite = () => ask<SiteStatus>('site/status')
const hasNews = ({ maintenance, announcement }: SiteStatus): boolean => maintenance || announcement !== ''

const { replay } = recordEvents(start)
for (const sign of SIGNS) document.addEventListener(sign, start, CAPTURED)
window.addEventListener(STARTED_EVENT, handOver, { once: true })
// Without an answer the program says why.
if (pageFor === FOR_MEMBERS) startUnlessMember().catch(start)
else startUnlessVisitor().catch(start)
