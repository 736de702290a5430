// Above the tools of /ai, for somebody who does not know which one to take: a picture is looked at first, free of charge.
// A visitor's picture waits for the sign-in, like that of the home uploader (C-36).
import { lazyPart, useLazyPart } from '#platform/web/lazy-part.ts'
import { RECOMMENDATION_TEXTS } from '#rulebook/runs/recommendation-texts.ts'
import { HomeUploader } from '../picture/home-uploader.tsx'
import { useAwaitedPicture } from '../picture/use-visible-picture.ts'
import classes from './catalogue-advice.module.css'

export const catalogueAnswer = lazyPart(() => import('./catalogue-answer.tsx'))

export function CatalogueAdvice() {
  const picture = useAwaitedPicture()
  const Answer = useLazyPart(catalogueAnswer, picture !== undefined)?.CatalogueAnswer
  if (picture) return Answer ? <Answer picture={picture} /> : <div className={classes.room} />
  return (
    <section className={classes.invitation} aria-labelledby="advice-title">
      <div className={classes.words}>
        <h2 id="advice-title" className={classes.title}>
          {RECOMMENDATION_TEXTS.askTitle}
        </h2>
        <p className={classes.text}>{RECOMMENDATION_TEXTS.ask}</p>
      </div>
      <div className={classes.uploader}>
        <HomeUploader isCompact />
      </div>
    </section>
  )
}
