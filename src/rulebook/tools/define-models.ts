// Turns a short row into a full model config, so that price, route and call kind come from the tool and cannot drift.
import type { ModelConfig, SubCategoryKey, ToolKey } from './model.ts'
import type { ParameterKey } from './parameter.ts'
import { PARAMETERS } from './parameters.ts'
import { TOOLS } from './tool.ts'

export interface ModelRow {
  readonly name: string
  readonly displayName: string
  readonly englishName: string
  readonly description: string
  readonly params: readonly ParameterKey[]
}

/** `directory` is the path below /ai that holds the models, for example `enhance/standard`. */
export function defineModels(tool: ToolKey, directory: string, rows: readonly ModelRow[]): readonly ModelConfig[] {
  const { category, credits, isAsync, displayName: toolName } = TOOLS[tool]
  const subCategory = directory.split('/')[1] as SubCategoryKey | undefined
  return rows.map(({ name, displayName, englishName, description, params }) => ({
    key: `${directory}/${name}`,
    name,
    displayName,
    englishName,
    title: `${displayName} · ${toolName}`,
    category,
    subCategory,
    tool,
    description,
    topazModel: englishName,
    credits,
    route: `/ai/${directory}/${name}`,
    isAsync,
    params: Object.fromEntries(params.map((key) => [key, PARAMETERS[key]])),
  }))
}
