// Help of the compare view, over its stage and inside it, because nothing outside is seen in full screen.
import { CloseButton, Text } from '@mantine/core'
import { COMPARE_HELP, COMPARE_TEXTS } from '#rulebook/runs/compare-texts.ts'
import classes from './compare-view.module.css'

export function CompareHelp({ onClose }: { readonly onClose: () => void }) {
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
        {COMPARE_HELP.map(({ does, by }) => (
          <div key={does}>
            <dt>{does}</dt>
            <dd>{by}</dd>
          </div>
        ))}
      </dl>
      <Text size="sm">{COMPARE_TEXTS.actualSizeNote}</Text>
    </div>
  )
}
