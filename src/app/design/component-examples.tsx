// Live examples of /dev/design: each component of the library that the screens use, in each of its states.
import {
  Alert,
  Anchor,
  Badge,
  Button,
  Checkbox,
  Group,
  Loader,
  Modal,
  NumberInput,
  PasswordInput,
  Progress,
  Select,
  Skeleton,
  Slider,
  Stack,
  Switch,
  TextInput,
  Tooltip,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { ChoiceBar } from '#platform/web/ui/choice-bar.tsx'
import { notify } from '#platform/web/ui/notices.tsx'
import { CONTROL_TEXTS } from '#rulebook/site/control-texts.ts'
import type { NoticeType } from '#rulebook/site/notices.ts'
import { STATE_TEXTS } from '#rulebook/site/shell-texts.ts'

const SAMPLE = CONTROL_TEXTS.retry
const VARIANTS = ['filled', 'light', 'default', 'subtle'] as const
const NOTICES: readonly NoticeType[] = ['success', 'info', 'warning', 'error']

export function ButtonExamples() {
  return (
    <Stack>
      {VARIANTS.map((variant) => (
        <Group key={variant}>
          <Button variant={variant}>{SAMPLE}</Button>
          <Button variant={variant} size="sm">
            {SAMPLE}
          </Button>
          <Button variant={variant} disabled>
            {SAMPLE}
          </Button>
          <Button variant={variant} loading>
            {SAMPLE}
          </Button>
          <Button variant={variant} color="red">
            {SAMPLE}
          </Button>
        </Group>
      ))}
      <Group>
        <Anchor href="#links">{STATE_TEXTS.toHome}</Anchor>
        <Badge>{SAMPLE}</Badge>
        <Badge variant="light">{SAMPLE}</Badge>
        <Badge variant="light" color="orange">
          {SAMPLE}
        </Badge>
        <Tooltip label={STATE_TEXTS.toCatalogue}>
          <Button variant="default">Tooltip</Button>
        </Tooltip>
      </Group>
    </Stack>
  )
}

export function FieldExamples() {
  return (
    <Stack maw={480}>
      <TextInput label="Text" placeholder="Placeholder" />
      <TextInput label="Text, wrong" defaultValue="x" error={STATE_TEXTS.errorTitle} />
      <TextInput label="Text, disabled" disabled />
      <PasswordInput label="Password" />
      <NumberInput label="Number" defaultValue={4} />
      <Select label="Select" data={VARIANTS} defaultValue="light" />
      <Checkbox label="Checkbox" defaultChecked />
      <Switch label="Switch" defaultChecked />
      <ChoiceExample />
      <Slider defaultValue={40} thumbLabel="Slider" />
    </Stack>
  )
}

const CHOICES = VARIANTS.map((value) => ({ value, label: value }))

function ChoiceExample() {
  const [value, setValue] = useState<(typeof VARIANTS)[number]>('filled')
  return <ChoiceBar label="Choice" choices={CHOICES} value={value} onChange={setValue} />
}

export function FeedbackExamples() {
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <Stack>
      {['jade', 'orange', 'red', 'green'].map((color) => (
        <Alert key={color} color={color} icon={<IconInfoCircle aria-hidden />} title={STATE_TEXTS.errorTitle}>
          {STATE_TEXTS.errorBody}
        </Alert>
      ))}
      <Progress value={60} aria-label="Progress" />
      <Group>
        <Loader role="status" aria-label="Loader" />
        <Skeleton h={48} w={160} />
      </Group>
      <Group>
        {NOTICES.map((type) => (
          <Button key={type} variant="default" onClick={() => notify({ type, message: STATE_TEXTS.offline })}>
            {type}
          </Button>
        ))}
        <Button variant="default" onClick={open}>
          Modal
        </Button>
      </Group>
      <Modal opened={isOpen} onClose={close} title={STATE_TEXTS.maintenanceTitle}>
        {STATE_TEXTS.maintenanceBody}
      </Modal>
    </Stack>
  )
}
