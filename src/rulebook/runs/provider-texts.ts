// What consumers read where an outside provider cannot do what the panel offers.
import type { ParameterKey } from '../tools/parameter.ts'

/** Models of today's Topaz API: the successor of Super Focus takes no seed (Topaz contract §0). */
export const TOPAZ_UNSUPPORTED_TEXTS: Readonly<Partial<Record<ParameterKey, string>>> = {
  seed: '暂不支持随机种子',
}
