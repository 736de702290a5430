// Text as GBK: what Node cannot write, by turning its decoder around.
const bytesOf = new Map<string, readonly number[]>()
const decoder = new TextDecoder('gbk')
for (let lead = 0x81; lead <= 0xfe; lead += 1)
  for (let trail = 0x40; trail <= 0xfe; trail += 1) {
    const sign = decoder.decode(new Uint8Array([lead, trail]))
    if (sign.length === 1 && sign !== '\uFFFD') bytesOf.set(sign, [lead, trail])
  }

export const gbk = (text: string): Buffer =>
  Buffer.from([...text].flatMap((sign) => (sign < '\u0080' ? [sign.charCodeAt(0)] : (bytesOf.get(sign) ?? [0x3f]))))
