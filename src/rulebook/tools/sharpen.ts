// Standard and generative sharpening (document 2 §2, §9; parameters per model: U-17; other names of Refocus: C-45).
import { defineModels } from './define-models.ts'

export const SHARPEN_MODELS = defineModels('sharpen', 'sharpen/standard', [
  {
    name: 'standard',
    displayName: '标准锐化',
    englishName: 'Standard',
    description: '整张略微发虚时，先试这一种',
    params: ['strength', 'minor_denoise'],
  },
  {
    name: 'strong',
    displayName: '强力锐化',
    englishName: 'Strong',
    description: '适合明显发虚的照片，锐化力度更大',
    params: ['strength'],
  },
  {
    name: 'lens-blur',
    displayName: '镜头模糊修复',
    englishName: 'Lens Blur',
    description: '修复轻微失焦',
    params: ['strength', 'minor_denoise'],
  },
  {
    name: 'lens-blur-v2',
    displayName: '镜头模糊修复 V2',
    englishName: 'Lens Blur V2',
    description: '各处失焦程度不同时，按区域修复',
    params: ['strength', 'minor_denoise'],
  },
  {
    name: 'motion-blur',
    displayName: '运动模糊修复',
    englishName: 'Motion Blur',
    description: '修复手抖与拖影',
    params: ['strength', 'minor_denoise'],
  },
  {
    name: 'natural',
    displayName: '自然锐化',
    englishName: 'Natural',
    description: '轻柔锐化，边缘不留亮边',
    params: ['strength', 'minor_denoise'],
  },
  {
    name: 'refocus',
    displayName: '重新对焦',
    englishName: 'Refocus',
    description: '只锐化失焦的区域',
    params: ['strength', 'minor_denoise'],
  },
])

export const SHARPEN_GENERATIVE_MODELS = defineModels('sharpen-generative', 'sharpen/generative', [
  {
    name: 'super-focus',
    displayName: '超级对焦',
    englishName: 'Super Focus',
    description: '适合整张严重失焦的照片，还原力度最大',
    params: ['strength', 'focus_boost', 'seed'],
  },
  {
    name: 'super-focus-v2',
    displayName: '超级对焦 V2',
    englishName: 'Super Focus V2',
    description: '适合局部严重失焦的照片，逐处还原',
    params: ['detail', 'focus_boost'],
  },
])
