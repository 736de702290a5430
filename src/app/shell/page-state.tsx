// A whole page that has only something to say: not found, error, maintenance. Always with a way out (architecture §7).
import { Button, Container, Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { STATE_TEXTS } from '#rulebook/site/shell-texts.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import classes from './page-state.module.css'

export function PageState(props: {
  readonly icon: ReactNode
  readonly title: string
  readonly body: string
  readonly children: ReactNode
}) {
  return (
    <Container size="sm" className={classes.state}>
      <div className={classes.icon} aria-hidden="true">
        {props.icon}
      </div>
      <Title order={1} fz="h2">
        {props.title}
      </Title>
      <Text c="dimmed" maw="34em" className={classes.body}>
        {props.body}
      </Text>
      <Group justify="center" gap="sm">
        {props.children}
      </Group>
    </Container>
  )
}

interface LinksProps {
  /** Where the page has a better way out. */
  readonly areSecond?: boolean
}

export function HomeAndCatalogueLinks({ areSecond = false }: LinksProps) {
  return (
    <>
      <Button component={Link} to={PATHS.catalogue} variant={areSecond ? 'default' : 'filled'}>
        {STATE_TEXTS.toCatalogue}
      </Button>
      <Button component={Link} to={PATHS.landing} variant="default">
        {STATE_TEXTS.toHome}
      </Button>
    </>
  )
}
