// The picture that goes along to whichever tool is chosen next, shown above the catalogue (document 2 §3; C-36).
import { ALTERNATE_MAX_BYTES } from '#rulebook/pictures/upload.ts'
import { CARRIED_PICTURE_TEXTS } from '#rulebook/site/home-uploader-texts.ts'
import classes from './carried-picture.module.css'
import { currentPicture } from './current-picture.ts'
import { useVisiblePicture } from './use-visible-picture.ts'

/** `hint`: what happens with it on this page; by itself that it goes to the tools, and to which it is too large to go (C-11). */
export function CarriedPicture({ hint }: { readonly hint?: string }) {
  const picture = useVisiblePicture()
  if (!picture) return null
  const { hint: forAll, largeHint } = CARRIED_PICTURE_TEXTS
  return (
    <section className={classes.strip} aria-label={CARRIED_PICTURE_TEXTS.label}>
      <img src={picture.thumbnailAddress} alt="" width={56} height={56} className={classes.thumbnail} />
      <div className={classes.words}>
        <strong className={classes.name}>{picture.name}</strong>
        <span className={classes.hint}>{hint ?? (picture.sizeBytes > ALTERNATE_MAX_BYTES ? largeHint : forAll)}</span>
      </div>
      <button type="button" className={classes.drop} onClick={() => currentPicture.set(undefined)}>
        {CARRIED_PICTURE_TEXTS.drop}
      </button>
    </section>
  )
}
