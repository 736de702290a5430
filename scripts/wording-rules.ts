// The rules of docs/wording.md that a program can judge.

const HAN = '\\p{Script=Han}'
/** Half-width marks beside a Chinese character; full stops and colons also end file names and clock times, so only those between two. */
const HALF_WIDTH = new RegExp(`${HAN}[,;!?()]|[,;!?()]${HAN}|${HAN}[.:]${HAN}`, 'u')
/** Chinese against Latin letters or digits without the thin gap that readers expect. */
const UNSPACED = new RegExp(`${HAN}[A-Za-z0-9]|[A-Za-z0-9]${HAN}`, 'u')
const DOTS = new RegExp(`${HAN}\\.\\.\\.`, 'u')

/** What is not said, and what is said instead. */
const WORDS: Readonly<Record<string, string>> = {
  登陆: '登录',
  帐户: '账户',
  帐号: '账户',
  账号: '账户',
  你: '您',
  运营方尚未配置: '暂不支持…',
  服务时区: '北京时间',
  由AI自动选择: '智能调参',
  仅上传: '未处理',
  本站引擎: '本站',
  运营方配置: '…服务商',
  '「': '“',
}

/** What is wrong with a text, in our own words; empty for one that is right or not Chinese. */
export function faultsIn(text: string): string[] {
  if (!/\p{Script=Han}/u.test(text)) return []
  const faults: string[] = []
  if (HALF_WIDTH.test(text)) faults.push('half-width punctuation in Chinese')
  if (UNSPACED.test(text)) faults.push('no space between Chinese and Latin letters or digits')
  if (DOTS.test(text)) faults.push('three dots instead of …')
  for (const [word, better] of Object.entries(WORDS)) if (text.includes(word)) faults.push(`${word} → ${better}`)
  return faults
}
