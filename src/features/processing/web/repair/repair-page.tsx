// /ai/repair: what is wrong with a photo, mended in one go (decision 0100).
import { Alert, Button, Container, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { useSessionView } from '#platform/web/http/session-context.ts'
import { findingsText } from '#rulebook/runs/picture-findings.ts'
import { RECOMMENDATION_TEXTS } from '#rulebook/runs/recommendation-texts.ts'
import { isInGoodShape, recommendationsFor } from '#rulebook/runs/recommendations.ts'
import { REPAIR_TEXTS, repairPrices } from '#rulebook/runs/repair.ts'
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import { CarriedPicture } from '../picture/carried-picture.tsx'
import { type CurrentPicture, currentPicture } from '../picture/current-picture.ts'
import { HomeUploader } from '../picture/home-uploader.tsx'
import { useClaim } from '../picture/use-claim.ts'
import { useVisiblePicture } from '../picture/use-visible-picture.ts'
import { useEstimates } from '../recommend/use-estimates.ts'
import classes from './repair.module.css'
import { RepairWorkshop } from './repair-workshop.tsx'
import { forgetRepair, keptRepair } from './use-repair.ts'

export function RepairPage() {
  const { userId } = useSessionView()
  const held = useVisiblePicture()
  const [round, setRound] = useState(0)
  const known = keptRepair(userId)
  const picture = known?.picture ?? held
  const restart = () => {
    forgetRepair()
    currentPicture.set(undefined)
    setRound(round + 1)
  }
  return (
    <Container size="md" className={classes.page}>
      <Title order={1}>{PAGE_TITLES.repair}</Title>
      <Text c="dimmed">{REPAIR_TEXTS.lead}</Text>
      {/* A result has been helped already. */}
      {picture && 'uploadId' in picture.source ? (
        <Photo
          key={`${round} ${picture.source.uploadId}`}
          uploadId={picture.source.uploadId}
          picture={picture}
          onRestart={restart}
        />
      ) : (
        <div className={classes.uploader}>
          <HomeUploader isCompact />
        </div>
      )}
    </Container>
  )
}

interface PhotoProps {
  readonly uploadId: string
  readonly picture: CurrentPicture
  readonly onRestart: () => void
}

function Photo({ uploadId, picture, onRestart }: PhotoProps) {
  const { userId } = useSessionView()
  const isTrial = picture.isTrial === true
  const claim = useClaim(uploadId, isTrial)
  const { data, isError, isPending } = useEstimates(uploadId, !isTrial)
  if (keptRepair(userId)) return <RepairWorkshop picture={picture} steps={[]} onRestart={onRestart} />
  if (isPending && !claim.isError)
    return (
      <div role="status">
        <CarriedPicture hint={REPAIR_TEXTS.measuring} />
      </div>
    )
  const found = data && recommendationsFor(data)
  if (isError || claim.isError || !found) return <NothingToDo text={REPAIR_TEXTS.unmeasured} />
  if (found.length === 0)
    return isInGoodShape(data) ? (
      <NothingToDo title={RECOMMENDATION_TEXTS.clean} text={REPAIR_TEXTS.cleanNote} />
    ) : (
      <NothingToDo title={RECOMMENDATION_TEXTS.slight} text={findingsText(data)} />
    )
  const prices = repairPrices(
    found.map(({ model }) => model),
    picture,
  )
  const steps = found.map((step, i) => ({ ...step, credits: prices[i]! }))
  return <RepairWorkshop picture={picture} steps={steps} onRestart={onRestart} />
}

const NothingToDo = ({ title, text }: { readonly title?: string; readonly text: string | undefined }) => (
  <>
    <CarriedPicture hint="" />
    <Alert color="gray" title={title}>
      <Text mb="md">{text}</Text>
      <Button component={Link} to={PATHS.catalogue} variant="default">
        {REPAIR_TEXTS.tools}
      </Button>
    </Alert>
  </>
)
