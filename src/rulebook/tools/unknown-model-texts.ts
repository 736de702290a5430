// Beside the stated words of a route that is no tool (C-20).
export const UNKNOWN_MODEL_HINT = '没有找到这个工具，链接可能已失效。'
