// Old-photo restoration; works on its own, without parameters (document 2 §2, §9; U-17).
import { defineModels } from './define-models.ts'

export const RESTORE_MODELS = defineModels('restore-generative', 'restore', [
  {
    name: 'dust-scratch',
    displayName: '除尘去划痕',
    englishName: 'Dust-Scratch',
    description: '自动去除老照片上的灰尘与划痕',
    params: [],
  },
])
