// `npm run doctor [-- --role web|worker]`: what is well, what is not and what to do, in English and Chinese. Ends with code 1 when something is not.
import { existsSync } from 'node:fs'
import { examine, findingsText } from '#app/server/doctor/examine.ts'

if (existsSync('.env')) process.loadEnvFile('.env')

const findings = await examine(process.env, process.argv.slice(2))
console.log(findingsText(findings))
// Connections that are about to end must not hold the command.
process.exit(findings.some(({ verdict }) => verdict === 'problem') ? 1 : 0)
