// The page of one model (document 2 §2): processing page and model page are made of the same parts and differ in their
// uploader (U-18). The route gives the part of the address below /ai.
import { useState } from 'react'
import { useLazyPart } from '#platform/web/lazy-part.ts'
import { modelByKey } from '#rulebook/tools/catalogue.ts'
import { unknownModel } from './lazy-parts.ts'
import { ModelHeader } from './model-header.tsx'
import classes from './tool-page.module.css'
import { ToolWorkspace } from './tool-workspace.tsx'

interface ToolPageProps {
  readonly modelKey: string
  /** The operator has stopped all processing for now (C-48). */
  readonly isStopped?: boolean
}

export function ToolPage({ modelKey, isStopped = false }: ToolPageProps) {
  const model = modelByKey(modelKey)
  const [usualSeconds, setUsualSeconds] = useState<number>()
  const Unknown = useLazyPart(unknownModel, !model)?.UnknownModel
  return (
    <div className={classes.page}>
      {model ? (
        <>
          <ModelHeader model={model} usualSeconds={usualSeconds} />
          {/* Another model is another workspace: that clears result and parameters and keeps the picture (document 2 §4). */}
          <ToolWorkspace key={model.key} model={model} isStopped={isStopped} onUsualSeconds={setUsualSeconds} />
        </>
      ) : (
        Unknown && <Unknown modelKey={modelKey} />
      )}
    </div>
  )
}
