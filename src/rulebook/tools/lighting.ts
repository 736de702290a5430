// Lighting and white balance (document 2 §2, §5, §9; U-17).
import { defineModels } from './define-models.ts'

export const LIGHTING_MODELS = defineModels('lighting', 'lighting', [
  {
    name: 'adjust',
    displayName: '光影调整',
    englishName: 'Adjust',
    description: '调整曝光、高光与阴影，校正偏色',
    params: ['color_correction', 'exposure', 'highlight', 'shadow'],
  },
  {
    name: 'white-balance',
    displayName: '白平衡',
    englishName: 'White Balance',
    description: '校正偏色，可调冷暖',
    params: ['temperature', 'opacity'],
  },
])
