// What `npm run audit` ends with, for an operator of either language.
export const auditVerdict = (faults: number): string =>
  faults === 0 ? 'The books are right. 账目相符。' : `${faults} faults. 对账发现 ${faults} 处不符。`
