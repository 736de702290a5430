// `npm run doctor [-- --role web|worker]`: what works, what does not and what to do, in English and Chinese. Ends with code 1 when something does not work.
import { examine, findingsText } from '#app/server/doctor/examine.ts'
import { loadEnvFile } from '#platform/server/env-file.ts'

// As in the service: it may be the first that makes DATA_DIR, which is private.
process.umask(0o077)
loadEnvFile()

const findings = await examine(process.env, process.argv.slice(2))
console.log(findingsText(findings))
// Closing connections must not keep the command running.
process.exit(findings.some(({ verdict }) => verdict === 'problem') ? 1 : 0)
