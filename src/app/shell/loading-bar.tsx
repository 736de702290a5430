// A thin bar at the top while the next page is on its way (document 1 §2: a global sign of loading).
// Drawn inside the header, since what is read out belongs to a landmark.
import { useNavigation } from 'react-router'
import { SHELL_TEXTS } from '#rulebook/site/shell-texts.ts'
import classes from './loading-bar.module.css'

export function LoadingBar() {
  const isNavigating = useNavigation().state !== 'idle'
  if (!isNavigating) return null
  return <div className={classes.bar} role="progressbar" aria-label={SHELL_TEXTS.navigating} />
}
