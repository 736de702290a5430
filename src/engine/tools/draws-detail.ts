// What the result may say of itself (AI 补充细节): whether a plan draws anything that its picture does not show.
import type { FilterStep } from './filter-step.ts'
import type { Plan, PlanPass } from './plan.ts'

export const drawsDetail = ({ passes }: Pick<Plan, 'passes'>): boolean =>
  passes.some((pass) => (pass.kind === 'enlarge' && pass.settings.netInvents === true) || stepsOf(pass).some(isTexture))

const stepsOf = (pass: PlanPass): readonly FilterStep[] => {
  if (pass.kind === 'enlarge') return pass.finishing
  return pass.kind === 'shrink' ? [] : pass.steps
}

const isTexture = ({ filter }: FilterStep): boolean => filter === 'addTexture' || filter === 'seededTexture'
