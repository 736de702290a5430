// The document around every page. The shell is in the layout, so that it stays while pages, their waiting and their
// errors change inside it.
import type { ReactNode } from 'react'
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteError } from 'react-router'
import { lazyPart, useLazyPart } from '#platform/web/lazy-part.ts'
import { DEFAULT_PRODUCT_NAME, LANGUAGE } from '#rulebook/site/product.ts'
import './styles/mantine.ts'
import './styles/global.css'
import './styles/dark.css'
import { AppProviders } from './app-providers.tsx'
import { ErrorState } from './shell/error-state.tsx'
import { LoadingScreen } from './shell/loading-screen.tsx'
import { PageShell } from './shell/page-shell.tsx'

const readyPages = lazyPart(() => import('./shell/ready-pages.tsx'))
// Unknown addresses have a route of their own: this is for what a page finds missing.
const notFound = lazyPart(() => import('./shell/not-found-state.tsx'))

export function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang={LANGUAGE} data-mantine-color-scheme="light" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <Meta />
        <Links />
        {/* Below the style sheets: it waits for them, and finds those that failed before there is a body. */}
        <script src="/before-page.js" />
      </head>
      <body>
        {/* Before the page: what it keeps is applied when the page looks for its style sheets (hide-unstyled.ts). */}
        <ReadyPages />
        <AppProviders>
          <PageShell>{children}</PageShell>
        </AppProviders>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

/** Title of `__spa-fallback.html`, and until the page's code names it: a tab without a title says its address. */
export const meta = () => [{ title: DEFAULT_PRODUCT_NAME }]

export default function Root() {
  return <Outlet />
}

/** What `__spa-fallback.html` shows until the page's code is there. */
export function HydrateFallback() {
  return <LoadingScreen />
}

export function ErrorBoundary() {
  const error = useRouteError()
  return isRouteErrorResponse(error) && error.status === 404 ? <NotFound /> : <ErrorState error={error} />
}

function NotFound() {
  const part = useLazyPart(notFound)
  return part ? <part.NotFoundState /> : <LoadingScreen />
}

function ReadyPages() {
  const part = useLazyPart(readyPages)
  return part ? <part.ReadyPages /> : null
}
