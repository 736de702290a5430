// Denoising (document 2 §2, §9; parameters: U-17).
import { defineModels } from './define-models.ts'

const params = ['strength', 'minor_deblur', 'original_detail'] as const

export const DENOISE_MODELS = defineModels('denoise', 'denoise', [
  { name: 'normal', displayName: '标准降噪', englishName: 'Normal', description: '去除常见噪点，细节优先', params },
  { name: 'strong', displayName: '强力降噪', englishName: 'Strong', description: '适合夜里或暗处拍的照片', params },
  { name: 'extreme', displayName: '极限降噪', englishName: 'Extreme', description: '适合噪点极重的照片', params },
])
