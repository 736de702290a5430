// What stands around every page: skip link, navigation, announcement, the one <main>, footer (document 1 §2).
// Pages themselves never render <main>.
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { useLocation } from 'react-router'
import { siteStatusQuery } from '#features/site/web/site-client.ts'
import { useBrowserGuide } from '#platform/web/in-app/browser-guide.ts'
import { isOpenInMaintenance } from '#rulebook/site/maintenance.ts'
import { SHELL_TEXTS } from '#rulebook/site/shell-texts.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import { AnnouncementBanner } from './announcement-banner.tsx'
import { Footer } from './footer.tsx'
import { useHideUnstyled } from './hide-unstyled.ts'
import { LoadingBar } from './loading-bar.tsx'
import { MaintenancePage } from './maintenance-page.tsx'
import { NavigationBar } from './navigation-bar.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import classes from './page-shell.module.css'
import { MAIN_ID, RouteAnnouncer } from './route-announcer.tsx'
import { useVisitor } from './visitor.ts'

/** An operator's switch reaches open pages within this time. */
const SITE_STATUS_EVERY_MS = 60_000

/** Development builds only (U-47): without this condition the chunk would be in every build. */
const DeveloperPanel = import.meta.env.DEV ? lazy(() => import('./developer-panel.tsx')) : undefined

const TermsStop = lazy(() => import('./terms-stop.tsx'))
/** What somebody must read who is asked to agree to it. */
const OPEN_WITHOUT_TERMS: readonly string[] = [PATHS.terms, PATHS.privacy, PATHS.personalInformation]

const AccountNotice = lazy(() => import('./account-notice.tsx'))
const BrowserGuide = lazy(() => import('./browser-guide.tsx'))

export function PageShell({ children }: { readonly children: ReactNode }) {
  const site = useQuery({ ...siteStatusQuery, refetchInterval: SITE_STATUS_EVERY_MS })
  const { pathname } = useLocation()
  const { isAdmin, restriction, termsDue } = useVisitor()
  const guide = useBrowserGuide()
  useHideUnstyled()
  const isClosed = site.data?.maintenance === true && !isAdmin && !isOpenInMaintenance(pathname)
  return (
    <div className={classes.shell}>
      <a href={`#${MAIN_ID}`} className={classes.skip}>
        {SHELL_TEXTS.skipToContent}
      </a>
      <NavigationBar>
        <LoadingBar />
      </NavigationBar>
      <AnnouncementBanner text={site.data?.announcement ?? ''} />
      {restriction && (
        <Suspense>
          <AccountNotice restriction={restriction} />
        </Suspense>
      )}
      {termsDue && !OPEN_WITHOUT_TERMS.includes(pathname) && (
        <Suspense>
          <TermsStop />
        </Suspense>
      )}
      {guide !== undefined && (
        <Suspense>
          <BrowserGuide isOpen={guide} />
        </Suspense>
      )}
      <main id={MAIN_ID} tabIndex={-1} className={classes.main}>
        {isClosed ? <MaintenancePage retry={() => site.refetch()} /> : children}
      </main>
      <Footer />
      <OfflineNotice />
      <RouteAnnouncer />
      {import.meta.env.DEV && DeveloperPanel && (
        <Suspense>
          <DeveloperPanel />
        </Suspense>
      )}
    </div>
  )
}
