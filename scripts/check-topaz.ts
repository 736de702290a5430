// `npm run check:topaz [-- --paid]`: the real service against the contract that adapter and emulator are written from; ends with code 1 when something
// differs. Free of charge without `--paid`, at most three vendor credits with it. Reads the settings TOPAZ_*.
import { loadEnvFile } from '#platform/server/env-file.ts'
import { readSettings } from '#platform/server/settings.ts'
import { checkedText, runChecklist } from './topaz/checklist.ts'

loadEnvFile()

const { apiKey, generation, ...account } = readSettings(process.env).topaz
if (!apiKey) {
  console.error('TOPAZ_API_KEY is not set. 未设置 TOPAZ_API_KEY。')
  process.exit(1)
}
const checked = await runChecklist({
  account: { ...account, apiKey },
  generation,
  isPaid: process.argv.includes('--paid'),
  onChecked: (line) => console.log(checkedText(line)),
})
const differing = checked.filter(({ isAsWritten }) => !isAsWritten)
console.log(`${checked.length - differing.length} as written, ${differing.length} differ.`)
process.exitCode = differing.length > 0 ? 1 : 0
