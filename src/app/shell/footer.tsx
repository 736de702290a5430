// The footer: privacy, terms, contact, copyright, who runs it (document 1 §2 "Footer"; P-22: no mailto to an address that nobody reads).
import { Link } from 'react-router'
import { OperatorFacts } from '#features/site/web/operator-facts.tsx'
import { fillText } from '#rulebook/fill-text.ts'
import { NAVIGATION_TEXTS, PRICING_LINK } from '#rulebook/site/navigation.ts'
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
import { APP_TEXTS, DEFAULT_PRODUCT_NAME } from '#rulebook/site/product.ts'
import { FOOTER_TEXTS } from '#rulebook/site/shell-texts.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import classes from './footer.module.css'
import { LogoMark } from './logo.tsx'

/** Written into the program by the build; tests have none. */
declare const RELEASE: string | undefined
const release = typeof RELEASE === 'undefined' ? '' : RELEASE

export function Footer() {
  // The first render must equal the HTML made at build time, which may be of another year.
  const year = new Date().getFullYear()
  return (
    <footer className={classes.footer}>
      <div className={classes.inner}>
        <div>
          <div className={classes.brand}>
            <LogoMark sizePx={24} />
            {DEFAULT_PRODUCT_NAME}
          </div>
          <p className={classes.slogan}>{FOOTER_TEXTS.slogan}</p>
        </div>
        <nav className={classes.links} aria-label={FOOTER_TEXTS.product}>
          <Link to={PATHS.catalogue}>{FOOTER_TEXTS.catalogue}</Link>
          <Link to={PRICING_LINK}>{NAVIGATION_TEXTS.pricing}</Link>
          <Link to={PATHS.privacy}>{FOOTER_TEXTS.privacy}</Link>
          <Link to={PATHS.terms}>{FOOTER_TEXTS.terms}</Link>
          <Link to={PATHS.personalInformation}>{PAGE_TITLES['personal-information']}</Link>
          <OperatorFacts slot="contact" className={classes.contact} />
        </nav>
      </div>
      <p className={classes.copyright} suppressHydrationWarning>
        {fillText(APP_TEXTS.copyright, { year, product: DEFAULT_PRODUCT_NAME })}
        {release && <span className={classes.release}>{fillText(FOOTER_TEXTS.release, { release })}</span>}
      </p>
      <OperatorFacts slot="footer" className={classes.operator} />
    </footer>
  )
}
