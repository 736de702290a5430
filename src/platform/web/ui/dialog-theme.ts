// Position and close button of every dialog, for the product's theme and for tests of screens. Its title is styled in app/styles/global.css, which
// costs no script.
import { CONTROL_TEXTS } from '#rulebook/site/control-texts.ts'

export const DIALOG_THEME = {
  Modal: {
    defaultProps: {
      centered: true,
      closeButtonProps: { 'aria-label': CONTROL_TEXTS.close },
      // Its <header> must not be a banner landmark: screen readers would announce two.
      attributes: { header: { role: 'presentation' } },
    },
  },
}
