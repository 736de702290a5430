// /ai/batch: several pictures through one model, for tiers with batch_process (document 1 §6; P-31). Everybody else learns it before choosing
// files, and is offered one picture.
import { Alert, Anchor, Button, Container, NativeSelect, Text, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { codeOf } from '#platform/web/http/code-of.ts'
import { messageOf } from '#platform/web/http/error-message.ts'
import { useSessionView } from '#platform/web/http/session-context.ts'
import { notifyInfo } from '#platform/web/ui/notices.tsx'
import { CREDIT_TEXTS } from '#rulebook/credits/credits.ts'
import { hasPermission } from '#rulebook/credits/tiers.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { BATCH_MAX_PICTURES, BATCH_TEXTS } from '#rulebook/runs/batch.ts'
import { BATCH_TIERS } from '#rulebook/runs/batch-tiers.ts'
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
import { MODELS, modelByKey } from '#rulebook/tools/catalogue.ts'
import type { ModelConfig } from '#rulebook/tools/model.ts'
import { CATEGORIES } from '#rulebook/tools/tool.ts'
import { ConsentPrompt } from '../consent/consent-prompt.tsx'
import { BatchBar } from './batch-bar.tsx'
import { BatchFiles } from './batch-files.tsx'
import { BatchList } from './batch-list.tsx'
import classes from './batch-page.module.css'
import { isByHand } from './batch-settings.ts'
import { BatchSettingsPanel } from './batch-settings-panel.tsx'
import { takeFiles } from './held-files.ts'
import { type BatchControl, useBatch } from './use-batch.ts'

interface BatchPageProps {
  readonly model: ModelConfig
  readonly onModel: (model: ModelConfig) => void
  /** One archive of the results of these uploads. */
  readonly onDownload: (uploadIds: string[]) => void
}

export function BatchPage(props: BatchPageProps) {
  const session = useSessionView()
  const mayBatch = hasPermission(session, 'batch_process')
  return (
    <Container size="md" className={classes.page}>
      <Title order={1}>{PAGE_TITLES.batch}</Title>
      {mayBatch ? <Workshop {...props} /> : <OneByOne model={props.model} />}
    </Container>
  )
}

function OneByOne({ model }: { readonly model: ModelConfig }) {
  return (
    <Alert title={BATCH_TEXTS.notAllowed} color="gray">
      <Text mb="md">{fillText(BATCH_TEXTS.notAllowedNote, { tiers: BATCH_TIERS })}</Text>
      <Button component={Link} to={model.route}>
        {BATCH_TEXTS.oneByOne}
      </Button>
    </Alert>
  )
}

function Workshop({ model: wanted, onModel, onDownload }: BatchPageProps) {
  const control = useBatch(wanted)
  const { model, batch, state, begin } = control
  const [isInvalid, setInvalid] = useState(false)
  const hasBegun = state.items.some(({ phase }) => phase !== 'waiting')
  const add = (files: readonly File[]) => {
    if (!batch.add(files)) notifyInfo(fillText(BATCH_TEXTS.tooMany, { max: BATCH_MAX_PICTURES }))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a tool page handed over, once
  useEffect(() => {
    const files = takeFiles()
    if (files.length > 0) add(files)
  }, [])
  return (
    <>
      {!hasBegun && <Text c="dimmed">{BATCH_TEXTS.lead}</Text>}
      <ModelChoice
        model={model}
        isFixed={hasBegun}
        onModel={(next) => {
          const files = state.items.map(({ file }) => file)
          begin(next).add(files)
          onModel(next)
        }}
      />
      {hasBegun ? (
        isByHand(control.settings()) && <Text c="dimmed">{BATCH_TEXTS.byHand}</Text>
      ) : (
        <BatchSettingsPanel
          key={model.key}
          model={model}
          onSettings={(settings) => {
            setInvalid(settings === undefined)
            if (settings) control.setSettings(settings)
          }}
        />
      )}
      <BatchFiles model={model} isEmpty={state.items.length === 0} onFiles={add} />
      {state.items.length > 0 && (
        <>
          <Text size="sm">{CREDIT_TEXTS.unlimited}</Text>
          <Problem control={control} />
          <BatchBar control={control} isInvalid={isInvalid && !hasBegun} onDownload={onDownload} />
          <BatchList model={model} batch={batch} items={state.items} />
        </>
      )}
    </>
  )
}

interface ModelChoiceProps {
  readonly model: ModelConfig
  /** Its pictures have begun. */
  readonly isFixed: boolean
  readonly onModel: (model: ModelConfig) => void
}

const GROUPS = CATEGORIES.map(({ key, title }) => ({
  group: title,
  items: MODELS.filter(({ category }) => category === key).map(({ key: value, displayName }) => ({
    value,
    label: displayName,
  })),
}))

function ModelChoice({ model, isFixed, onModel }: ModelChoiceProps) {
  if (isFixed)
    return (
      <Text>
        {BATCH_TEXTS.tool}：<strong>{model.displayName}</strong>
      </Text>
    )
  return (
    <NativeSelect
      label={BATCH_TEXTS.tool}
      description={model.description}
      inputWrapperOrder={['label', 'input', 'description']}
      data={GROUPS}
      value={model.key}
      onChange={({ currentTarget }) => onModel(modelByKey(currentTarget.value) ?? model)}
    />
  )
}

/** Why the batch stands still by itself, and the way on. */
function Problem({ control: { batch, state } }: { readonly control: BatchControl }) {
  const { problem } = state
  if (problem === undefined) return null
  if (codeOf(problem) === 'consent-needed') return <ConsentPrompt onAgreed={batch.start} />
  return (
    <Alert color="red" role="alert">
      {messageOf(problem)}{' '}
      <Anchor component="button" type="button" underline="always" onClick={batch.start}>
        {BATCH_TEXTS.resume}
      </Anchor>
    </Alert>
  )
}
