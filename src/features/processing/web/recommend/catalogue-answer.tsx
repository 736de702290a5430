// What the look at the picture has found: the tools for it, the way to the sign-in for a visitor, or nothing where it could not be measured.
import { Link } from 'react-router'
import { useSessionView } from '#platform/web/http/session-context.ts'
import { hasUnlimitedAi } from '#rulebook/credits/tiers.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { findingsText } from '#rulebook/runs/picture-findings.ts'
import { RECOMMENDATION_TEXTS } from '#rulebook/runs/recommendation-texts.ts'
import { isInGoodShape, recommendationsFor } from '#rulebook/runs/recommendations.ts'
import { REPAIR_TEXTS, repairPrices } from '#rulebook/runs/repair.ts'
import { loginAddress } from '#rulebook/site/guard.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import type { ModelConfig } from '#rulebook/tools/model.ts'
import { PatchRoom } from '../patch/patch-room.tsx'
import type { CurrentPicture } from '../picture/current-picture.ts'
import { useClaim } from '../picture/use-claim.ts'
import classes from './catalogue-advice.module.css'
import { RecommendationList } from './recommendation-list.tsx'
import { useEstimates } from './use-estimates.ts'

/** Nothing for a result: it has been helped already. */
export function CatalogueAnswer({ picture }: { readonly picture: CurrentPicture }) {
  const { isAuthenticated } = useSessionView()
  if (!('uploadId' in picture.source)) return null
  const { uploadId } = picture.source
  // What a person sent before the session ended is private: nobody else sees it.
  if (!isAuthenticated && !picture.isTrial) return <SignIn isAlone note={RECOMMENDATION_TEXTS.signInNote} />
  return <Looked key={uploadId} uploadId={uploadId} picture={picture} />
}

interface LookedProps {
  readonly uploadId: string
  readonly picture: CurrentPicture
}

function Looked({ uploadId, picture }: LookedProps) {
  const session = useSessionView()
  const { isAuthenticated } = session
  const isUnclaimed = isAuthenticated && picture.isTrial === true
  const claim = useClaim(uploadId, isUnclaimed)
  const { data, isError, isPending } = useEstimates(uploadId, !isUnclaimed)
  const found = data && recommendationsFor(data)
  if (claim.isError) return null
  if (isPending)
    return (
      <p role="status" className={`${classes.room} ${classes.text}`}>
        {RECOMMENDATION_TEXTS.measuring}
      </p>
    )
  if (isError || !found) return isAuthenticated ? null : <SignIn isAlone note={RECOMMENDATION_TEXTS.signInNote} />
  const findings = findingsText(data)
  const [first, ...others] = found.map(({ model }) => model)
  return (
    <>
      <section className={classes.room} aria-labelledby="advice-title">
        <h2 id="advice-title" className={classes.title}>
          {titleOf(data, found.length)}
        </h2>
        {first ? (
          <RecommendationList recommendations={found} sizeBytes={picture.sizeBytes} />
        ) : (
          findings && <p className={classes.text}>{findings}</p>
        )}
        {!hasUnlimitedAi(session) && <p className={classes.free}>{RECOMMENDATION_TEXTS.free}</p>}
        {others.length > 0 && <AllAtOnce models={found.map(({ model }) => model)} picture={picture} />}
      </section>
      {first && (
        <div className={classes.patch}>
          <PatchRoom key={uploadId} models={[first, ...others]} picture={picture} />
        </div>
      )}
      {!isAuthenticated && (
        <SignIn note={first ? RECOMMENDATION_TEXTS.signInForAll : RECOMMENDATION_TEXTS.signInForAny} />
      )}
    </>
  )
}

interface AllAtOnceProps {
  readonly models: readonly ModelConfig[]
  readonly picture: CurrentPicture
}

function AllAtOnce({ models, picture }: AllAtOnceProps) {
  const isFree = hasUnlimitedAi(useSessionView())
  const credits = repairPrices(models, picture).reduce((sum, price) => sum + price, 0)
  return (
    <p className={classes.allAtOnce}>
      <Link to={PATHS.repair} className={classes.signIn}>
        {REPAIR_TEXTS.link}
      </Link>
      <span className={classes.text}>
        {fillText(REPAIR_TEXTS[isFree ? 'linkNoteFree' : 'linkNote'], { n: models.length, credits })}
      </span>
    </p>
  )
}

/** Alone it takes all of the room that the list below has been kept from. */
const SignIn = ({ note, isAlone }: { readonly note: string; readonly isAlone?: boolean }) => (
  <section className={isAlone ? classes.room : classes.invited} aria-label={RECOMMENDATION_TEXTS.label}>
    <p className={classes.text}>{note}</p>
    <Link to={loginAddress(PATHS.catalogue)} className={classes.signIn}>
      {RECOMMENDATION_TEXTS.signIn}
    </Link>
  </section>
)

function titleOf(estimates: Readonly<Record<string, number>>, count: number): string {
  const isClean = isInGoodShape(estimates)
  if (count === 0) return isClean ? RECOMMENDATION_TEXTS.clean : RECOMMENDATION_TEXTS.slight
  return isClean ? RECOMMENDATION_TEXTS.cleanSmall : RECOMMENDATION_TEXTS.forPicture
}
