// `/ai/batch`: several pictures at once (document 1 §6 batch_process). The address names the model; the archive is the history's.
import { useSearchParams } from 'react-router'
import { useDownloadArchive } from '#features/history/web/use-history.ts'
import { BatchPage } from '#features/processing/web/batch/batch-page.tsx'
import { BATCH_MODEL_FIELD } from '#rulebook/runs/batch.ts'
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
import { modelByKey } from '#rulebook/tools/catalogue.ts'
import { TOOLS } from '#rulebook/tools/tool.ts'
import { pageMeta } from '../page-meta.ts'

export const meta = () => pageMeta(PAGE_TITLES.batch)

export default function BatchRoute() {
  const [query, setQuery] = useSearchParams()
  const archive = useDownloadArchive()
  const model = modelByKey(query.get(BATCH_MODEL_FIELD) ?? '') ?? modelByKey(TOOLS.enhance.defaultModel)!
  return (
    <BatchPage
      model={model}
      onModel={({ key }) => setQuery({ [BATCH_MODEL_FIELD]: key }, { replace: true, preventScrollReset: true })}
      onDownload={(uploadIds) => archive.mutate(uploadIds)}
    />
  )
}
