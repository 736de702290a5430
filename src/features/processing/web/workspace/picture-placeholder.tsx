// The room of a picture that is still being read.
import type { CurrentPicture } from '../picture/current-picture.ts'
import classes from './tool-page.module.css'

/** In its shape, so that nothing moves when it comes. */
export const shapeOf = ({ width, height }: CurrentPicture): React.CSSProperties =>
  ({ '--compare-ratio': String(width / height) }) as React.CSSProperties

export const PicturePlaceholder = ({
  picture,
  label,
}: {
  readonly picture: CurrentPicture
  readonly label: string
}) => (
  <div className={classes.waiting} style={shapeOf(picture)} role="status" aria-label={label}>
    <div className={classes.reading} />
  </div>
)
