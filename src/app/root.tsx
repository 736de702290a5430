// The document around every page, and the providers that all pages share (architecture §4 "app").
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import { queryClient } from '#platform/web/query-client.ts'
import './styles/mantine.ts'
import { cssVariablesResolver, theme } from './theme.ts'

export function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="zh-CN" data-mantine-color-scheme="light">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  return (
    <QueryClientProvider client={queryClient}>
      <MantineProvider theme={theme} forceColorScheme="light" cssVariablesResolver={cssVariablesResolver}>
        <Outlet />
      </MantineProvider>
    </QueryClientProvider>
  )
}
