// /terms-of-service and /privacy-policy: date, in-page navigation, sections, a link to each other (document 1 §2, §9; U-37).
import { Anchor, Container, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { fillText } from '#rulebook/fill-text.ts'
import { LEGAL_LAST_UPDATED } from '#rulebook/site/legal.ts'
import { LEGAL_TEXTS, type LegalSection } from '#rulebook/site/legal-texts.ts'
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import classes from './legal-page.module.css'
import { OperatorFacts } from './operator-facts.tsx'

export interface LegalPageParts {
  readonly title: string
  readonly sections: readonly LegalSection[]
  /** The other legal page. */
  readonly other: { readonly path: string; readonly title: string }
  /** What has changed since the documents' date, and when. */
  readonly changes?: string
}

/** Where a text names the page with the list of personal data, it leads there. */
function linked(paragraph: string): ReactNode {
  const name = PAGE_TITLES['personal-information']
  const place = paragraph.indexOf(name)
  if (place < 0) return paragraph
  return (
    <>
      {paragraph.slice(0, place)}
      <Anchor component={Link} to={PATHS.personalInformation} inherit underline="always">
        {name}
      </Anchor>
      {paragraph.slice(place + name.length)}
    </>
  )
}

export function LegalPage({ title, sections, other, changes }: LegalPageParts) {
  return (
    <Container size="md" className={classes.page}>
      <Title order={1}>{title}</Title>
      <Text c="dimmed">{fillText(LEGAL_TEXTS.lastUpdated, { date: LEGAL_LAST_UPDATED })}</Text>
      {changes && <Text c="dimmed">{changes}</Text>}
      <OperatorFacts slot="legal" className={classes.operator} />
      <nav aria-label={LEGAL_TEXTS.contents} className={classes.contents}>
        <ul>
          {sections.map((section) => (
            <li key={section.id}>
              <a href={`#${section.id}`}>{section.title}</a>
            </li>
          ))}
        </ul>
      </nav>
      {sections.map((section) => (
        <section key={section.id} id={section.id} className={classes.section}>
          <Title order={2} fz="h3">
            {section.title}
          </Title>
          {section.paragraphs.map((paragraph) => (
            <p key={paragraph}>{linked(paragraph)}</p>
          ))}
          {section.slot && <OperatorFacts slot={section.slot} className={classes.paragraph} />}
        </section>
      ))}
      <Text>
        {LEGAL_TEXTS.seeAlso}{' '}
        <Anchor component={Link} to={other.path} underline="always">
          {other.title}
        </Anchor>
      </Text>
    </Container>
  )
}
