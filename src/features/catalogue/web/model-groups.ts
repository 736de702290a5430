// The models as navigation and catalogue group them: five categories, two of them with sub-groups
// (document 1 §2; document 2 §2; sharpening stands last, C-18).
import { MODELS } from '#rulebook/tools/catalogue.ts'
import type { ModelConfig, SubCategoryKey, ToolCategory } from '#rulebook/tools/model.ts'
import { CATEGORIES } from '#rulebook/tools/tool.ts'

export interface ModelSubGroup {
  /** Undefined in a category without sub-groups. */
  readonly key: SubCategoryKey | undefined
  readonly models: readonly ModelConfig[]
}
export interface ModelGroup {
  readonly category: ToolCategory
  readonly subGroups: readonly ModelSubGroup[]
}

const SUB_GROUPS: readonly (SubCategoryKey | undefined)[] = [undefined, 'standard', 'generative']

export const MODEL_GROUPS: readonly ModelGroup[] = CATEGORIES.map((category) => {
  const models = MODELS.filter((model) => model.category === category.key)
  return {
    category,
    subGroups: SUB_GROUPS.map((key) => ({
      key,
      models: models.filter((model) => model.subCategory === key),
    })).filter((group) => group.models.length > 0),
  }
})
