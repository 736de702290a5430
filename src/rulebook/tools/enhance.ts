// Standard and generative enhancement (document 2 §2, §9; parameters per model: U-17).
import { defineModels } from './define-models.ts'

export const ENHANCE_MODELS = defineModels('enhance', 'enhance/standard', [
  {
    name: 'standard-v2',
    displayName: '标准增强 V2',
    englishName: 'Standard V2',
    description: '通用放大与增强，适合大多数照片',
    params: ['output_height', 'face_enhancement', 'sharpen', 'denoise', 'fix_compression'],
  },
  {
    name: 'low-resolution-v2',
    displayName: '低清修复 V2',
    englishName: 'Low Resolution V2',
    description: '让模糊的小图、网络图重新清晰',
    params: ['output_height', 'face_enhancement', 'sharpen', 'denoise', 'fix_compression'],
  },
  {
    name: 'cgi',
    displayName: '动漫插画增强',
    englishName: 'CGI',
    description: '适合动漫、插画与渲染图，线条干净利落',
    params: ['output_height', 'face_enhancement', 'sharpen', 'denoise'],
  },
  {
    name: 'high-fidelity-v2',
    displayName: '高保真增强 V2',
    englishName: 'High Fidelity V2',
    description: '忠于原片，适合专业摄影作品',
    params: ['output_height', 'face_enhancement', 'sharpen', 'denoise', 'fix_compression'],
  },
  {
    name: 'text-refine',
    displayName: '文字清晰化',
    englishName: 'Text Refine',
    description: '让截图与扫描件中的文字锐利易读',
    params: ['output_height', 'face_enhancement', 'sharpen', 'denoise', 'fix_compression', 'strength'],
  },
])

export const ENHANCE_GENERATIVE_MODELS = defineModels('enhance-generative', 'enhance/generative', [
  {
    name: 'redefine',
    displayName: '重塑',
    englishName: 'Redefine',
    description: '按创意程度补充细节与纹理',
    params: ['prompt', 'creativity', 'texture', 'sharpen', 'denoise', 'output_height'],
  },
  {
    name: 'recovery',
    displayName: '重度修复',
    englishName: 'Recovery',
    description: '适合严重模糊的小图，去模糊力度最大',
    params: ['detail', 'output_height'],
  },
  {
    name: 'recovery-v2',
    displayName: '重度修复 V2',
    englishName: 'Recovery V2',
    description: '比“重度修复”柔和，补充的细节更多',
    params: ['detail', 'output_height'],
  },
])
