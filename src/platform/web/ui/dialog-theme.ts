// How every dialog stands and closes, for the product's theme and for tests of screens.
import { CONTROL_TEXTS } from '#rulebook/site/control-texts.ts'

export const DIALOG_THEME = {
  Modal: {
    defaultProps: {
      centered: true,
      closeButtonProps: { 'aria-label': CONTROL_TEXTS.close },
      // Its <header> is no banner of the page: screen readers would hear of two.
      attributes: { header: { role: 'presentation' } },
    },
    styles: { title: { fontWeight: 650 } },
  },
}
