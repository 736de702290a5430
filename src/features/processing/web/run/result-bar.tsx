// What can be done with a result (document 2 §2; C-37): download, other formats, go on with it, try another model, find it in the
// history; and what it is: what was found in the picture, sizes,
// bytes, time, price, and the engine by its true name (P-33).
import { Button, Text, Title } from '@mantine/core'
import { IconArrowForwardUp, IconCircleCheck, IconDownload, IconHistory } from '@tabler/icons-react'
import { Link } from 'react-router'
import { appWithoutDownloads } from '#platform/web/in-app/in-app-browser.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { sizeText } from '#rulebook/pictures/upload.ts'
import { keptText } from '#rulebook/runs/ai-label.ts'
import { INVENTED_DETAIL_TEXTS } from '#rulebook/runs/invented-detail.ts'
import { NO_EFFECT_TEXTS } from '#rulebook/runs/no-effect.ts'
import { findingsText, pictureFindings } from '#rulebook/runs/picture-findings.ts'
import { RESULT_TEXTS } from '#rulebook/runs/run-texts.ts'
import { TOOL_PAGE_TEXTS } from '#rulebook/runs/tool-page.ts'
import { durationText } from '#rulebook/runs/tool-page-texts.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import type { CategoryKey, ModelConfig } from '#rulebook/tools/model.ts'
import type { Job } from '../../contract.ts'
import type { CurrentPicture } from '../picture/current-picture.ts'
import { ShareButton } from '../share/share-button.tsx'
import bottomBar from './bottom-bar.module.css'
import { ExportMenu } from './export-menu.tsx'
import { InAppResult } from './in-app-result.tsx'
import { NoEffectNote } from './no-effect-note.tsx'
import { OtherModel } from './other-model.tsx'
import classes from './result-bar.module.css'

interface ResultBarProps {
  readonly model: ModelConfig
  readonly job: Job
  readonly before: CurrentPicture
  readonly onUseAsInput: () => void
}

const sizeOf = ({ width, height }: { readonly width: number; readonly height: number }): string =>
  `${width} × ${height}`

export function ResultBar({ model, job, before, onUseAsInput }: ResultBarProps) {
  const { result } = job
  const app = appWithoutDownloads()
  if (!result) return null
  return (
    <section className={classes.bar} aria-label={TOOL_PAGE_TEXTS.after}>
      <Title order={2} size="h4" className={classes.title}>
        <IconCircleCheck size={22} aria-hidden />
        {RESULT_TEXTS.title}
      </Title>
      <NoEffectNote job={job} />
      {result.hasInventedDetail && (
        <Text size="xs" c="dimmed">
          {INVENTED_DETAIL_TEXTS.label}：{INVENTED_DETAIL_TEXTS.note}
        </Text>
      )}
      {app ? (
        <InAppResult app={app} result={result} name={job.originalFilename} />
      ) : (
        <div className={bottomBar.bar}>
          <Button
            component="a"
            href={result.downloadAddress}
            download
            size="lg"
            fullWidth
            leftSection={<IconDownload size={20} aria-hidden />}
          >
            {TOOL_PAGE_TEXTS.save}
          </Button>
        </div>
      )}
      <div className={classes.actions}>
        {!app && <ExportMenu jobId={job.id} hasAlpha={result.hasAlpha} />}
        <ShareButton run={{ id: job.id, name: job.originalFilename }} />
        <OtherModel model={model} onHoldResult={onUseAsInput} />
        <Button
          size="sm"
          variant="default"
          leftSection={<IconArrowForwardUp size={16} aria-hidden />}
          onClick={onUseAsInput}
        >
          {RESULT_TEXTS.asInput}
        </Button>
        <Button
          size="sm"
          component={Link}
          to={PATHS.profileHistory}
          variant="default"
          leftSection={<IconHistory size={16} aria-hidden />}
        >
          {RESULT_TEXTS.history}
        </Button>
      </div>
      <Facts model={model} job={job} result={result} before={before} />
    </section>
  )
}

function priceText({ creditsConsumed, creditsGivenBack, noEffect }: Job): string {
  if (creditsGivenBack > 0) return fillText(NO_EFFECT_TEXTS.price, { n: creditsGivenBack })
  if (noEffect?.outcome === 'returned') return fillText(NO_EFFECT_TEXTS.price, { n: noEffect.credits })
  return String(creditsConsumed)
}

interface FactsProps {
  readonly model: ModelConfig
  readonly job: Job
  readonly result: NonNullable<Job['result']>
  readonly before: CurrentPicture
}

/** What these tools take away, the comparison shows beside it: no line says that nothing of it was found. */
const SHOWS_WHAT_WAS_FOUND: readonly CategoryKey[] = ['denoise', 'sharpen', 'lighting']

/** Never empty: the placeholder keeps a line's room. */
function foundText(
  estimates: NonNullable<Job['result']>['estimates'],
  { category }: Pick<ModelConfig, 'category'>,
): string {
  if (!pictureFindings(estimates)) return RESULT_TEXTS.notMeasured
  const nothing = SHOWS_WHAT_WAS_FOUND.includes(category) ? RESULT_TEXTS.seeComparison : RESULT_TEXTS.nothingFound
  return findingsText(estimates) ?? nothing
}

function Facts({ model, job, result, before }: FactsProps) {
  const factor = Number((result.height / before.height).toFixed(1))
  const sizes = fillText(RESULT_TEXTS.sizes, { before: sizeOf(before), after: sizeOf(result) })
  const facts: Record<keyof typeof RESULT_TEXTS.facts, string | undefined> = {
    found: foundText(result.estimates, model),
    size: factor === 1 ? sizes : sizes + fillText(RESULT_TEXTS.factor, { factor }),
    file: result.sizeBytes === null ? undefined : sizeText(result.sizeBytes),
    kept: keptText(result.kept),
    time: durationText(result.processingSeconds),
    price: priceText(job),
  }
  return (
    <dl className={classes.facts}>
      {Object.entries(facts).map(
        ([key, value]) =>
          value !== undefined && (
            <div key={key}>
              <dt>{RESULT_TEXTS.facts[key as keyof typeof facts]}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
