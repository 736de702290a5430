// What our engine will do in automatic mode, beside the settings and before the start.
import { MODEL_WORK } from '#rulebook/runs/model-work.ts'
import classes from './parameter-panel.module.css'

export const ModelWork = ({ modelKey }: { readonly modelKey: string }) => (
  <p className={classes.work} data-testid="model-work">
    {MODEL_WORK[modelKey]}
  </p>
)
