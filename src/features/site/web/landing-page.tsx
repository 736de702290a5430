// The landing page, first version: what it is, how it goes, tools, prices, questions, and a way in
// (document 1 §2 "Landing page"; C-17 to C-19, C-36, C-47). Sections of other features come in as parts.
import { Button, Container, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { FAQ } from '#rulebook/landing.ts'
import { LANDING_STEPS, LANDING_TEXTS } from '#rulebook/landing-texts.ts'
import { PATHS } from '#rulebook/site-map.ts'
import classes from './landing-page.module.css'

export interface LandingPageParts {
  readonly features: ReactNode
  readonly packs: ReactNode
}

export function LandingPage({ features, packs }: LandingPageParts) {
  return (
    <>
      <Hero />
      <Steps />
      <LandingSection id="features" title={LANDING_TEXTS.featuresTitle} lead={LANDING_TEXTS.featuresLead} tinted>
        {features}
      </LandingSection>
      <LandingSection id="pricing" title={LANDING_TEXTS.pricingTitle} lead={LANDING_TEXTS.pricingLead}>
        {packs}
      </LandingSection>
      <LandingSection id="faq" title={LANDING_TEXTS.faqTitle} tinted>
        <Questions />
        <CallToAction />
      </LandingSection>
    </>
  )
}

function Hero() {
  return (
    <Container size="lg" className={classes.hero}>
      <Title order={1} className={classes.headline}>
        {LANDING_TEXTS.headline}
      </Title>
      <Text className={classes.lead}>{LANDING_TEXTS.lead}</Text>
      <div className={classes.actions}>
        <Button component={Link} to={PATHS.catalogue} size="lg">
          {LANDING_TEXTS.tryFree}
        </Button>
        <Button component="a" href="#pricing" size="lg" variant="default" onClick={scrollSmoothly}>
          {LANDING_TEXTS.seePricing}
        </Button>
      </div>
      <ul className={classes.facts}>
        {LANDING_TEXTS.facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </Container>
  )
}

/** A secondary button glides to its section instead of jumping (document 1 §2), unless the reader wants no motion. */
function scrollSmoothly(event: React.MouseEvent<HTMLAnchorElement>): void {
  const { hash } = event.currentTarget
  const wantsStillness = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  document.getElementById(hash.slice(1))?.scrollIntoView({ behavior: wantsStillness ? 'auto' : 'smooth' })
  event.preventDefault()
}

function Steps() {
  return (
    <Container size="lg" className={classes.steps}>
      <h2 className={classes.visuallyHidden}>{LANDING_TEXTS.stepsTitle}</h2>
      <ol className={classes.stepList}>
        {LANDING_STEPS.map(({ title, body }, index) => (
          <li key={title} className={classes.step}>
            <span className={classes.stepNumber} aria-hidden="true">
              {index + 1}
            </span>
            <h3 className={classes.stepTitle}>{title}</h3>
            <p className={classes.stepBody}>{body}</p>
          </li>
        ))}
      </ol>
    </Container>
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
      <Container size="lg">
        <Title order={2} id={`${props.id}-title`} className={classes.sectionTitle}>
          {props.title}
        </Title>
        {props.lead && <Text className={classes.sectionLead}>{props.lead}</Text>}
        {props.children}
      </Container>
    </section>
  )
}

function Questions() {
  return (
    <div className={classes.questions}>
      {FAQ.map(({ key, question, answer }) => (
        <details key={key} className={classes.question}>
          <summary>{question}</summary>
          <p>{answer}</p>
        </details>
      ))}
    </div>
  )
}

function CallToAction() {
  return (
    <div id="cta" className={classes.cta}>
      <Title order={2} fz="h3" ta="center">
        {LANDING_TEXTS.ctaTitle}
      </Title>
      <Text ta="center">{LANDING_TEXTS.ctaBody}</Text>
      <Button component={Link} to={PATHS.catalogue} size="lg">
        {LANDING_TEXTS.tryFree}
      </Button>
    </div>
  )
}
