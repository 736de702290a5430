// What an unknown model route shows (document 2 §2; C-20, P-18): as stated, and a way to the tools that exist.
import { Badge, Button, Text, Title } from '@mantine/core'
import { IconZoomQuestion } from '@tabler/icons-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { CREDIT_TEXTS } from '#rulebook/credits/credits.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { TOOL_PAGE_TEXTS } from '#rulebook/runs/tool-page.ts'
import { NAVIGATION_TEXTS } from '#rulebook/site/navigation.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import { UNKNOWN_MODEL } from '#rulebook/tools/catalogue.ts'
import { UNKNOWN_MODEL_HINT } from '#rulebook/tools/unknown-model-texts.ts'
import classes from './tool-page.module.css'

export function UnknownModel({ modelKey }: { readonly modelKey: string }) {
  useEffect(() => console.error(`Unknown model route: ${modelKey}`), [modelKey])
  return (
    <div className={classes.unknown}>
      <IconZoomQuestion size={56} stroke={1.3} aria-hidden />
      <Title order={1}>{UNKNOWN_MODEL.name}</Title>
      <Text>{UNKNOWN_MODEL.description}</Text>
      <Text>{UNKNOWN_MODEL_HINT}</Text>
      <Badge variant="light" size="lg">
        {fillText(CREDIT_TEXTS.credits, { credits: UNKNOWN_MODEL.credits })}
      </Badge>
      <Button disabled>{TOOL_PAGE_TEXTS.start}</Button>
      <Button component={Link} to={PATHS.catalogue} variant="default">
        {NAVIGATION_TEXTS.viewAllTools}
      </Button>
    </div>
  )
}
