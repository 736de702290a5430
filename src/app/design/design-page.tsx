// The design system on one page, with live examples; in development builds only.
import { Container, Stack, Title } from '@mantine/core'
import type { ComponentType } from 'react'
import { MaintenancePage } from '../shell/maintenance-page.tsx'
import { NotFoundState } from '../shell/not-found-state.tsx'
import { ButtonExamples, FeedbackExamples, FieldExamples } from './component-examples.tsx'
import { ColourTable, MeasureTable, MotionTable, TypeTable } from './token-tables.tsx'

const Maintenance = () => <MaintenancePage retry={() => {}} />
const SECTIONS: Readonly<Record<string, ComponentType>> = {
  Colour: ColourTable,
  Type: TypeTable,
  'Spacing, radius, elevation': MeasureTable,
  Motion: MotionTable,
  Buttons: ButtonExamples,
  Fields: FieldExamples,
  Feedback: FeedbackExamples,
  'Page state: not found': NotFoundState,
  'Page state: maintenance': Maintenance,
}

export function DesignPage() {
  return (
    <Container py="xl">
      <Title order={1}>Design</Title>
      <Stack gap="xl">
        {Object.entries(SECTIONS).map(([name, Section]) => (
          <section key={name} aria-label={name}>
            <Title order={2} my="md">
              {name}
            </Title>
            <Section />
          </section>
        ))}
      </Stack>
    </Container>
  )
}
