// Help of the compare view, over its stage and inside it, because nothing outside is seen in full screen.
import { CloseButton, Text } from '@mantine/core'
import { COMPARE_HELP, COMPARE_TEXTS } from '#rulebook/runs/compare-texts.ts'
import classes from './compare-view.module.css'

interface CompareHelpProps {
  /** Without one only what moves the view is of use. */
  readonly hasResult: boolean
  readonly onClose: () => void
}

export function CompareHelp({ hasResult, onClose }: CompareHelpProps) {
  const items = COMPARE_HELP.filter((item) => hasResult || !('needsResult' in item))
  return (
    <div
      role="dialog"
      aria-label={COMPARE_TEXTS.help}
      className={classes.help}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <div className={classes.helpHead}>
        <Text fw={600}>{COMPARE_TEXTS.help}</Text>
        {/* The attribute keeps a dialog around the view from closing with this one at Escape. */}
        <CloseButton
          size={44}
          onClick={onClose}
          aria-label={COMPARE_TEXTS.helpClose}
          autoFocus
          data-mantine-stop-propagation="true"
        />
      </div>
      <dl className={classes.helpList}>
        {items.map(({ does, by }) => (
          <div key={does}>
            <dt>{does}</dt>
            <dd>{by}</dd>
          </div>
        ))}
      </dl>
      <Text size="sm">{hasResult ? COMPARE_TEXTS.actualSizeNote : COMPARE_TEXTS.plainActualSizeNote}</Text>
    </div>
  )
}
