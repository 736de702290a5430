// The landing page: seven samples, how it goes, tools, prices, questions, and a way in
// (document 1 §2 "Landing page"; C-17 to C-19, C-36, C-47). Sections of other features come in as parts.
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useRestSoon } from '#platform/web/ui/use-rest-soon.ts'
import { FAQ } from '#rulebook/site/landing.ts'
import { LANDING_STEPS, LANDING_TEXTS } from '#rulebook/site/landing-texts.ts'
import { LANDING_ANCHORS, PATHS } from '#rulebook/site/site-map.ts'
import { FirstHero, FurtherHeroes } from './heroes.tsx'
import classes from './landing-page.module.css'
import { OperatorFacts } from './operator-facts.tsx'

export interface LandingPageParts {
  readonly features: ReactNode
  readonly packs: ReactNode
  /** The home uploader (C-19), on the first screen. */
  readonly uploader: ReactNode
}

export function LandingPage(parts: LandingPageParts) {
  const hasRest = useRestSoon()
  return (
    <>
      <FirstHero uploader={parts.uploader} />
      {hasRest ? <Rest {...parts} /> : <div className={classes.roomOfRest} />}
    </>
  )
}

function Rest({ features, packs }: Omit<LandingPageParts, 'uploader'>) {
  return (
    <>
      <FurtherHeroes />
      <LandingSection
        id={LANDING_ANCHORS.features}
        title={LANDING_TEXTS.featuresTitle}
        lead={LANDING_TEXTS.featuresLead}
        tinted
      >
        <Steps />
        {features}
      </LandingSection>
      <LandingSection id={LANDING_ANCHORS.pricing} title={LANDING_TEXTS.pricingTitle} lead={LANDING_TEXTS.pricingLead}>
        {packs}
      </LandingSection>
      <LandingSection id={LANDING_ANCHORS.faq} title={LANDING_TEXTS.faqTitle} tinted>
        <Questions />
        <CallToAction />
      </LandingSection>
    </>
  )
}

function Steps() {
  return (
    <div className={classes.steps}>
      <h2 className={classes.visuallyHidden}>{LANDING_TEXTS.stepsTitle}</h2>
      <ol className={classes.stepList}>
        {LANDING_STEPS.map(({ title, body }, index) => (
          <li key={title} className={classes.step}>
            <span className={classes.stepNumber} aria-hidden="true">
              {index + 1}
            </span>
            <strong className={classes.stepTitle}>{title}</strong>
            <p className={classes.stepBody}>{body}</p>
          </li>
        ))}
      </ol>
    </div>
  )
}

function LandingSection(props: {
  readonly id: string
  readonly title: string
  readonly lead?: string
  readonly tinted?: boolean
  readonly children: ReactNode
}) {
  return (
    <section id={props.id} className={classes.section} data-tinted={props.tinted} aria-labelledby={`${props.id}-title`}>
      <div className={classes.inner}>
        <h2 id={`${props.id}-title`} className={classes.sectionTitle}>
          {props.title}
        </h2>
        {props.lead && <p className={classes.sectionLead}>{props.lead}</p>}
        {props.children}
      </div>
    </section>
  )
}

function Questions() {
  return (
    <div className={classes.questions}>
      {FAQ.map(({ key, question, answer }) => (
        <details key={key} className={classes.question}>
          <summary>{question}</summary>
          {typeof answer === 'string' ? (
            <p className={classes.answer}>{answer}</p>
          ) : (
            <OperatorFacts slot={answer.slot} className={classes.answer} />
          )}
        </details>
      ))}
    </div>
  )
}

function CallToAction() {
  return (
    <div id={LANDING_ANCHORS.cta} className={classes.cta}>
      <h2 className={classes.ctaTitle}>{LANDING_TEXTS.ctaTitle}</h2>
      <p className={classes.ctaBody}>{LANDING_TEXTS.ctaBody}</p>
      <Link to={PATHS.catalogue} className={classes.ctaLink}>
        {LANDING_TEXTS.tryFree}
      </Link>
    </div>
  )
}
