// The seven heroes, in the order of the documents; the first one is also the first screen (document 1 §2; C-17).
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { HEROES, type HeroKey } from '#rulebook/site/landing.ts'
import { HERO_TEXTS, LANDING_TEXTS, SAMPLE_TEXTS } from '#rulebook/site/landing-texts.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import { HeroPicture } from './hero-picture.tsx'
import classes from './heroes.module.css'
import { scrollSmoothly } from './scroll-smoothly.ts'

const [FIRST, ...FURTHER] = HEROES

export function FurtherHeroes() {
  return (
    <>
      {FURTHER.map(({ key, path }, index) => (
        <Hero key={key} hero={key} path={path} index={index + 1} />
      ))}
      <p className={classes.note}>{SAMPLE_TEXTS.note}</p>
    </>
  )
}

interface HeroProps {
  readonly hero: HeroKey
  readonly path: string
}

/** What the product is, in one screen: promise, the way in with one's own photo, and a sample. */
export function FirstHero({ uploader }: { readonly uploader: ReactNode }) {
  const { key: hero, path } = FIRST
  const { title, body, start } = HERO_TEXTS[hero]
  return (
    <section className={classes.first} data-hero={hero}>
      <div className={classes.inner}>
        <div className={classes.words}>
          <h1 className={classes.headline}>{LANDING_TEXTS.headline}</h1>
          <p className={classes.lead}>{LANDING_TEXTS.lead}</p>
          <div className={classes.uploader}>{uploader}</div>
          <div className={classes.actions}>
            <Link to={PATHS.catalogue} className={classes.secondary}>
              {LANDING_TEXTS.tryFree}
            </Link>
            <SectionLink to="pricing" />
          </div>
          <ul className={classes.facts}>
            {LANDING_TEXTS.facts.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
        </div>
        <div className={classes.sample}>
          <HeroPicture hero={hero} isFirst />
          <div className={classes.sampleWords}>
            <div>
              <h2 className={classes.sampleTitle}>{title}</h2>
              <p className={classes.sampleBody}>{body}</p>
            </div>
            <Link to={path} className={classes.primary}>
              {start}
            </Link>
          </div>
        </div>
      </div>
    </section>
  )
}

function Hero({ hero, path, index }: HeroProps & { readonly index: number }) {
  const { title, body, points, start } = HERO_TEXTS[hero]
  return (
    <section className={classes.hero} data-hero={hero} data-tinted={index % 2 === 1 || undefined}>
      <div className={classes.inner} data-turned={index % 2 === 0 || undefined}>
        <div className={classes.words}>
          <h2 className={classes.title}>{title}</h2>
          <p className={classes.body}>{body}</p>
          <ul className={classes.points}>
            {points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
          <div className={classes.actions}>
            <Link to={path} className={classes.primary}>
              {start}
            </Link>
            <SectionLink to={index % 2 === 1 ? 'features' : 'pricing'} />
          </div>
        </div>
        <div className={classes.sample}>
          <HeroPicture hero={hero} isFirst={false} />
        </div>
      </div>
    </section>
  )
}

const SECTION_LABELS = { pricing: LANDING_TEXTS.seePricing, features: LANDING_TEXTS.seeFeatures } as const

const SectionLink = ({ to }: { readonly to: keyof typeof SECTION_LABELS }) => (
  <a href={`#${to}`} className={classes.secondary} onClick={scrollSmoothly}>
    {SECTION_LABELS[to]}
  </a>
)
