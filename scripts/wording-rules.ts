// The rules of docs/wording.md that a program can judge.

const HAN = '\\p{Script=Han}'
/** Half-width marks beside a Chinese character; full stops and colons also end file names and clock times, so only those between two. */
const HALF_WIDTH = new RegExp(`${HAN}[,;!?()]|[,;!?()]${HAN}|${HAN}[.:]${HAN}`, 'u')
/** Chinese against Latin letters or digits without the thin gap that readers expect. */
const UNSPACED = new RegExp(`${HAN}[A-Za-z0-9]|[A-Za-z0-9]${HAN}`, 'u')
/** Amounts of bytes: 50 MB. The documents write 50MB in some places. */
const UNSPACED_UNIT = /\d[KMG]B\b/
const DOTS = new RegExp(`${HAN}\\.\\.\\.`, 'u')
/** An email greets with one, as letters do. */
const GREETING = /^您好！/

/** What is not said, and what is said instead. The words are patterns, where a longer word is right. */
const WORDS: Readonly<Record<string, string>> = {
  登陆: '登录',
  帐户: '账户',
  帐号: '账户',
  账号: '账户',
  你: '您',
  点数: '积分',
  额度: '积分',
  图像: '图片',
  相片: '图片 or 照片',
  转换: '处理',
  运算: '处理',
  '退还|返还|还回': '退回',
  扣费: '消耗积分; money is 扣款',
  联系我们: '联系客服, as the footer says it',
  '支付机构|支付服务商': '支付平台',
  '云端(处理|服务商)': '外部服务商',
  '载入|读取失败': '加载',
  高感光: '夜里或暗处拍的',
  '由 ?AI ?自动选择': '智能调参',
  '不设置时由 ?AI': '默认自动',
  继续处理结果: '继续优化',
  换一个模型: '换个效果',
  '(?<!通行)密钥登录': '通行密钥',
  Passkey: '通行密钥',
  TOTP: '验证器应用',
  令牌: '验证器应用, or 凭证 where it is kept',
  服务时区: '北京时间',
  本站引擎: '本站',
  '下载 ?PNG': '保存图片',
  仅上传: '未处理',
  立即: '尽快, 随即 or nothing',
  极速: 'a measured time',
  完美: 'what it does',
  '专业(?!摄影)': 'whom it suits',
  '！': '。',
  '「': '“',
  温馨提示: 'the sentence itself',
}

/** Operators' talk: right in the back office alone. */
const OPERATORS_WORDS: Readonly<Record<string, string>> = {
  '(?<!搜索)引擎': '本站',
  '(?<!调)参数': '设置',
  '计费|收费': '消耗积分',
  '(?<!处理)摘要': '校验值',
  排障: '排查故障',
  运营方: '本站 or nothing',
  尚未配置: '暂不支持…',
  队列: '排队中',
  HTTP: 'what happened, in words',
  错误码: 'what happened, in words',
}

/** What a whole label or button does not say; inside a sentence it is right. */
const LABELS: Readonly<Record<string, string>> = { 保留: '取消', 不了: '取消', 确定: 'what it does' }

/** Texts in which a word of the list is the right one. */
const RIGHT: Readonly<Record<string, string>> = {
  '色彩已转换为 sRGB': 'colours are converted; a picture is processed',
  本地引擎: 'who computed, as the back office reads it',
  '运营方：{name}': 'the law wants to know who runs the service',
  '效果不明显，不收费': 'the name of a promise that the operator chose',
}

/** Several sentences, of which the last has no stop; a colon or a placeholder leads to what follows. */
export const lacksLastStop = (text: string): boolean => /。/.test(text.trim()) && !/[。？：…）”}]$/.test(text.trim())

/** What is wrong with a text, in our own words; empty for one that is right or not Chinese. */
export function faultsIn(text: string, { isForOperators = false } = {}): string[] {
  if (!/\p{Script=Han}|！/u.test(text) || Object.hasOwn(RIGHT, text)) return []
  const faults: string[] = []
  if (HALF_WIDTH.test(text)) faults.push('half-width punctuation in Chinese')
  if (UNSPACED.test(text)) faults.push('no space between Chinese and Latin letters or digits')
  if (UNSPACED_UNIT.test(text)) faults.push('no space before the unit')
  if (DOTS.test(text)) faults.push('three dots instead of …')
  if (Object.hasOwn(LABELS, text)) faults.push(`${text} → ${LABELS[text]}`)
  const words = isForOperators ? WORDS : { ...OPERATORS_WORDS, ...WORDS }
  for (const [word, better] of Object.entries(words)) {
    const found = new RegExp(word).exec(text.replace(GREETING, ''))
    if (found) faults.push(`${found[0]} → ${better}`)
  }
  return faults
}
