// The app-wide wait with its message: shown where the page itself cannot be known yet (document 1 §2 "global loading overlay").
import { Loader, Text } from '@mantine/core'
import { APP_TEXTS } from '#rulebook/site/product.ts'
import classes from './loading-screen.module.css'

export function LoadingScreen() {
  return (
    <div className={classes.screen} role="status">
      <Loader size={32} aria-hidden="true" />
      <Text c="dimmed">{APP_TEXTS.loading}</Text>
    </div>
  )
}
