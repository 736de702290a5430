// /personal-information: every kind of personal data with purpose, time and recipients, and what its owner can do (U-16).
import { Anchor, Container, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { LEGAL_TEXTS } from '#rulebook/site/legal-texts.ts'
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
import { PERSONAL_DATA, PERSONAL_INFORMATION_TEXTS } from '#rulebook/site/personal-information.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import legal from './legal-page.module.css'
import classes from './personal-information-page.module.css'

const { columns } = PERSONAL_INFORMATION_TEXTS

export const PersonalInformationPage = () => (
  <Container size="md" className={legal.page}>
    <Title order={1}>{PAGE_TITLES['personal-information']}</Title>
    <Text mt="sm">{PERSONAL_INFORMATION_TEXTS.lead}</Text>
    {/* On phones each row becomes a card, so that nothing has to be scrolled sideways. */}
    <table className={classes.table}>
      <thead>
        <tr>
          {Object.entries(columns).map(([key, label]) => (
            <th key={key} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {PERSONAL_DATA.map(({ what, why, howLong, who }) => (
          <tr key={what}>
            <th scope="row">{what}</th>
            <td data-label={columns.why}>{why}</td>
            <td data-label={columns.howLong}>{howLong}</td>
            <td data-label={columns.who}>{who}</td>
          </tr>
        ))}
      </tbody>
    </table>
    <Title order={2} fz="h3">
      {PERSONAL_INFORMATION_TEXTS.rightsTitle}
    </Title>
    <ul>
      {PERSONAL_INFORMATION_TEXTS.rights.map((right) => (
        <li key={right}>{right}</li>
      ))}
    </ul>
    <Text mt="lg">
      {LEGAL_TEXTS.seeAlso}{' '}
      <Anchor component={Link} to={PATHS.privacy} underline="always">
        {PAGE_TITLES['privacy-policy']}
      </Anchor>
    </Text>
  </Container>
)
