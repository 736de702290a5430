// What each model does to a picture in automatic mode, said before a run: what the plan of our engine really does (src/engine/tools), where it does nothing too.
// For a model that another provider computes these would be guesses.

/** By model key; one sentence each. */
export const MODEL_WORK: Readonly<Record<string, string>> = {
  'enhance/standard/standard-v2': '按检测结果减轻噪点、压缩痕迹和模糊，再放大，并略微加强细节',
  'enhance/standard/low-resolution-v2': '噪点和压缩痕迹清理得更多，受损的图也会去模糊；边缘更平滑，不再加强细节',
  'enhance/standard/cgi': '放大前后各抹平一次细小杂点，线条更干净，色块更均匀；照片的细纹理可能变淡',
  'enhance/standard/high-fidelity-v2': '只减轻一小部分噪点和压缩痕迹，不去模糊，也不加强细节；颜色和明暗以原图为准',
  'enhance/standard/text-refine': '不去模糊，抹平底色上的杂点，加深笔画；原图里看不清的小字，放大后也未必准确',
  'enhance/generative/redefine':
    '先放大，再由 AI 补画细节；创意程度越高，补得越多。补画的内容并非原图所有，文字页面不补画。',
  'enhance/generative/recovery':
    '去模糊力度最大，再由 AI 补画细节；放大超过 2 倍时补得最多。补画的内容并非原图所有，文字页面不补画。',
  'enhance/generative/recovery-v2':
    '去模糊比“重度修复”轻，由 AI 补画细节并让表面更有质感。补画的内容并非原图所有，文字页面不补画。',
  'sharpen/standard/standard': '按测得的模糊轻度还原，再略微加强边缘',
  'sharpen/standard/strong': '还原和边缘加强的力度都更大，结果会比实景更锐利',
  'sharpen/standard/lens-blur': '按测得的失焦程度整张还原；没有测到失焦时不锐化',
  'sharpen/standard/lens-blur-v2': '逐处测量失焦，只还原测到的地方；没有测到时不锐化',
  'sharpen/standard/motion-blur': '测出拖影的方向和长度，反向还原；没有测到拖影时，按一般模糊锐化',
  'sharpen/standard/natural': '只加强边缘，不还原模糊，边缘两侧不留亮边',
  'sharpen/standard/refocus': '只还原明显失焦的地方，清晰处保持原样；没有测到时不锐化',
  'sharpen/generative/super-focus': '按失焦程度大力还原整张图片，加强边缘，再补上细微颗粒',
  'sharpen/generative/super-focus-v2': '按各处的模糊程度分别还原，加强边缘，再补上细微颗粒',
  'denoise/normal': '按测得的噪点降噪，保留一部分细微纹理；没有测到噪点时几乎不改动',
  'denoise/strong': '降噪力度大于测得的噪点，颗粒所剩无几；噪点较轻、可能损伤纹理时，会自动减轻力度',
  'denoise/extreme': '降噪力度最大，不留颗粒，画面变软；噪点较轻、可能损伤纹理时，会自动减轻力度',
  'restore/dust-scratch': '找出灰尘和划痕，用周围的画面填补；噪点明显时再轻度降噪，不改颜色',
  'lighting/adjust': '偏暗时提亮暗部，并减轻偏色；偏亮的照片和文稿页面基本不动',
  'lighting/white-balance': '只校正偏色，不改明暗；整张按同一种光线校正',
}
