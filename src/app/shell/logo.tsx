// The mark: one picture, half of it still pale, half of it clear. It leads to the top of the landing page (document 1 §2).
import { Link, useLocation } from 'react-router'
import { DEFAULT_PRODUCT_NAME } from '#rulebook/site/product.ts'
import { SHELL_TEXTS } from '#rulebook/site/shell-texts.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import classes from './logo.module.css'

export function LogoMark({ sizePx }: { readonly sizePx: number }) {
  return (
    <svg viewBox="0 0 32 32" width={sizePx} height={sizePx} aria-hidden="true">
      <rect width="32" height="32" rx="9" fill="#d9eeea" />
      <path d="M16 0h7a9 9 0 0 1 9 9v14a9 9 0 0 1-9 9h-7z" fill="#0b6b5e" />
      <circle cx="16" cy="16" r="7" fill="#84c9bd" />
      <path d="M16 9a7 7 0 0 1 0 14z" fill="#fff" />
    </svg>
  )
}

export function Logo() {
  const { pathname } = useLocation()
  const toTop = () => {
    if (pathname === PATHS.landing) window.scrollTo({ top: 0 })
  }
  return (
    <Link
      to={PATHS.landing}
      onClick={toTop}
      className={classes.logo}
      aria-label={`${DEFAULT_PRODUCT_NAME}，${SHELL_TEXTS.home}`}
    >
      <LogoMark sizePx={30} />
      <span className={classes.name}>{DEFAULT_PRODUCT_NAME}</span>
    </Link>
  )
}
